// What is kept of reports: what they are called, and figures of theirs.

/** What a report is about. */
const subjectName = ({ suites, test }) => `${suites.join(", ") || "what was recorded"}${test ? `, tests ${test}` : ""}`;

const timeOf = ({ time }) => time.slice(0, 16).replace("T", " ");

const reportName = (report) => `${subjectName(report.subject)}, ${timeOf(report)}`;

/** The bins of a configuration: those that were hit, and those that anything can hit. */
const configBins = (figures, config) => Object.values(figures.coverage[config] ?? {}).reduce(([hit, all], [h, a]) => [hit + h, all + a], [0, 0]);

const layersAMinute = (figures) => (figures.wall_s ? (60 * figures.layers) / figures.wall_s : null);
