"""``python -m tb``: the command line."""

import sys

from tb.cli.main import main

sys.exit(main())
