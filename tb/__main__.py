"""``python -m tb``: the command line."""

import sys

from tb.shell import drop_empty_variables

drop_empty_variables()

from tb.cli.main import main  # noqa: E402 - what it imports reads variables

sys.exit(main())
