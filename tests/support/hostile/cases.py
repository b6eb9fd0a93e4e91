"""All workbooks, by what must come of them."""

from hostile.blocks import BLOCKS, NO_BLOCKS
from hostile.cells import CELLS
from hostile.files import FILES
from hostile.layouts import LAYOUTS
from hostile.refused import REFUSED as NO_TABLES

ODD = [*CELLS, *LAYOUTS, *FILES, *BLOCKS]
REFUSED = [*NO_TABLES, *NO_BLOCKS]
