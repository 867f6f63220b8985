# Prints the targets of a Makefile that have a '## ' comment, and the variables that follow one.
/^[a-z-]+:.*## / {
    name = $1; sub(/:$/, "", name)
    text = $0; sub(/.*## /, "", text)
    targets = targets sprintf("  %-10s  %s\n", name, text)
}
/^[A-Z_]+ \?=/ && note != "" {
    value = $0; sub(/^[A-Z_]+ \?= */, "", value)
    variables = variables sprintf("  %-17s %s%s\n", $1, note, value == "" ? "" : " (" value ")")
}
{ note = "" }
/^## / { note = substr($0, 4) }
END { printf "Usage: make <target> [VARIABLE=value ...]\n\nTargets:\n%s\nVariables (and what they are if not given):\n%s", targets, variables }
