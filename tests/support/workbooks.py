"""Workbooks of the FIIM sample's games among all that a workbook can hold, and in the form of Google's export."""

import io
import zipfile
from html import escape
from pathlib import Path

import openpyxl
import xlsxwriter

SAMPLE = Path(__file__).parents[2] / "data" / "fiim"
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f6"
    "45400000000049454e44ae426082"
)
CHARTS = {
    "area": (None, "stacked", "percent_stacked"),
    "bar": (None, "stacked", "percent_stacked"),
    "column": (None, "stacked", "percent_stacked"),
    "line": (None, "stacked", "percent_stacked"),
    "pie": (None,),
    "doughnut": (None,),
    "scatter": (None, "straight", "straight_with_markers", "smooth", "smooth_with_markers"),
    "stock": (None,),
    "radar": (None, "with_markers", "filled"),
}
POINTS = "=Standings!$H$2:$H$9"  # of the rating that is yet to come


def rows_of(tab: str) -> list[tuple[object, ...]]:
    return list(openpyxl.load_workbook(SAMPLE / "games.xlsx")[tab].iter_rows(values_only=True))


def everything(path: Path) -> Path:
    """Every feature that XlsxWriter can write, around the games."""
    vba, dot = path.with_name("vba.bin"), path.with_name("dot.png")
    vba.write_bytes(b"macros")
    dot.write_bytes(PNG)
    book = xlsxwriter.Workbook(path, {"default_date_format": "dd.mm.yyyy"})
    bold, locked = book.add_format({"bold": True}), book.add_format({"locked": False, "num_format": "0.00"})
    for tab in ("Games", "Players"):
        sheet = book.add_worksheet(tab)
        for row, cells in enumerate(rows_of(tab)):
            for column, value in enumerate(cells):
                write = sheet.write_string if isinstance(value, str) else sheet.write
                write(row, column, value)
    till, pictures, hidden = (book.add_worksheet(tab) for tab in ("Till", "Pictures", "Hidden"))
    book.add_vba_project(str(vba))
    book.set_properties({"title": "Club", "author": "Nobody"})
    book.set_custom_property("season", 2025)
    book.define_name("Fees", "=Till!$A$1:$A$9")
    book.define_name("Till!Local", "=Till!$B$1")
    for at, (kind, subtypes) in enumerate(CHARTS.items()):
        for step, subtype in enumerate(subtypes):
            chart = book.add_chart({"type": kind, "subtype": subtype} if subtype else {"type": kind})
            for _ in range(3 if kind == "stock" else 1):
                chart.add_series({"values": POINTS, "categories": "=Standings!$B$2:$B$9", "trendline": None})
            pictures.insert_chart(at * 16, step * 9, chart)
    chartsheet, own = book.add_chartsheet("Chart"), book.add_chart({"type": "column"})
    own.add_series(
        {"values": POINTS, "y_error_bars": {"type": "standard_error"}, "data_labels": {"value": True}}
    )
    chartsheet.set_chart(own)
    pictures.insert_image("BA1", str(dot), {"url": "https://example.org/", "description": "a dot"})
    pictures.embed_image("BA9", str(dot))
    pictures.insert_textbox(
        "BA20", "text box", {"fill": {"color": "yellow"}, "line": {"dash_type": "dash_dot"}}
    )
    pictures.insert_shape("BA40", {"type": "ellipse"}) if hasattr(pictures, "insert_shape") else None
    pictures.insert_button("BA60", {"macro": "Macro1", "caption": "press"})
    pictures.insert_checkbox("BA70", True)
    pictures.set_background(str(dot))
    till.write_column("A1", [3, 1, 2, 5, 4, 9, 7, 6, 8], locked)
    till.write_formula("B1", "=SUM(A1:A9)", None, 45)
    till.write_array_formula("B2:B4", "{=A1:A3*2}", None, 6)
    till.write_dynamic_array_formula("C1", "=UNIQUE(A1:A3)", None, 3)
    till.write_rich_string("D1", "half ", bold, "bold")
    till.write_url("D2", "internal:Games!A1", string="games")
    till.write_comment("A1", "a note", {"author": "Nobody", "visible": True})
    till.write_boolean("D3", True)
    till.merge_range("E1:F2", "merged", bold)
    for kind in (
        {"type": "data_bar", "data_bar_2010": True},
        {"type": "icon_set", "icon_style": "3_arrows"},
        {"type": "3_color_scale"},
        {"type": "cell", "criteria": ">", "value": 5, "format": bold},
        {"type": "formula", "criteria": "=$A1>2", "format": bold},
    ):
        till.conditional_format("A1:A9", kind)
    till.data_validation("G1:G9", {"validate": "list", "source": ["yes", "no"], "input_message": "say"})
    till.data_validation(
        "H1", {"validate": "custom", "value": "=AND(H1>0,Hidden!A1=1)", "ignore_blank": False}
    )
    till.add_sparkline("I1", {"range": "Till!A1:A9", "type": "column", "markers": True})
    till.add_table("K1:L4", {"data": [["a", 1], ["b", 2]], "name": "Fees2", "total_row": True})
    till.set_row(4, None, None, {"level": 1, "hidden": True})
    till.set_column("N:P", 4, bold, {"level": 1, "collapsed": True})
    till.protect("secret", {"objects": True, "sort": True})
    till.unprotect_range("A1:A9", "Open")
    till.ignore_errors({"number_stored_as_text": "A1:A9"})
    till.set_header("&L&G&C&D", {"image_left": str(dot)})
    till.set_footer("&P of &N")
    till.repeat_rows(0)
    till.print_area("A1:L20")
    till.set_v_pagebreaks([7])
    till.fit_to_pages(1, 0)
    till.freeze_panes(1, 1)
    till.autofilter("A1:B9")
    till.filter_column("A", "x > 2")
    till.set_tab_color("red")
    hidden.very_hidden()
    rating = book.add_worksheet("Standings")  # empty still: charts of other tabs show what will stand there
    chart = book.add_chart({"type": "line"})
    chart.add_series({"values": POINTS})
    rating.insert_chart("P2", chart)
    book.close()
    return path


def as_google_exports(path: Path) -> Path:
    """The form of Google's export: sizes behind the data, no properties, no dimensions, a drawing for each tab."""
    strings: dict[str, int] = {}
    tabs = ("Games", "Players", "Notes")
    told = {"Games": rows_of("Games"), "Players": rows_of("Players"), "Notes": [("free text", None, True)]}
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    drawing = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
    kinds = "application/vnd.openxmlformats-officedocument"
    head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

    def cell(row: int, column: int, value: object) -> str:
        place = f"{openpyxl.utils.get_column_letter(column)}{row}"
        if value is None:
            return f'<c r="{place}" s="1"/>'
        if isinstance(value, bool):
            return f'<c r="{place}" s="1" t="b"><v>{int(value)}</v></c>'
        if isinstance(value, str):
            return f'<c r="{place}" s="1" t="s"><v>{strings.setdefault(value, len(strings))}</v></c>'
        if hasattr(value, "year"):
            return f'<c r="{place}" s="2"><v>{openpyxl.utils.datetime.to_excel(value)}</v></c>'
        return f'<c r="{place}" s="1"><v>{float(value)}</v></c>'

    parts = {}
    for number, tab in enumerate(tabs, 1):
        rows = "".join(
            f'<row r="{row}" ht="15.75" customHeight="1">'
            + "".join(cell(row, at, value) for at, value in enumerate(cells, 1))
            + "</row>"
            for row, cells in enumerate(told[tab], 1)
        )
        parts[f"xl/worksheets/sheet{number}.xml"] = (
            f'{head}<worksheet xmlns="{main}" xmlns:r="{office}"><sheetPr><outlinePr summaryBelow="0"'
            ' summaryRight="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"/></sheetViews><sheetFormatPr'
            f' customHeight="1" defaultColWidth="12.63" defaultRowHeight="15.75"/><sheetData>{rows}</sheetData>'
            '<drawing r:id="rId1"/></worksheet>'
        )
        parts[f"xl/worksheets/_rels/sheet{number}.xml.rels"] = (
            f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId1" Type="{office}/drawing"'
            f' Target="../drawings/drawing{number}.xml"/></Relationships>'
        )
        parts[f"xl/drawings/drawing{number}.xml"] = f'{head}<xdr:wsDr xmlns:xdr="{drawing}"/>'
    numbers = range(1, len(tabs) + 1)
    sheets = "".join(
        f'<sheet state="visible" name="{tab}" sheetId="{n}" r:id="rId{n + 3}"/>'
        for n, tab in enumerate(tabs, 1)
    )
    parts["xl/workbook.xml"] = (
        f'{head}<workbook xmlns="{main}" xmlns:r="{office}"><workbookPr/><sheets>{sheets}</sheets><definedNames/>'
        "<calcPr/></workbook>"
    )
    links = "".join(
        f'<Relationship Id="rId{n + 3}" Type="{office}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in numbers
    )
    parts["xl/_rels/workbook.xml.rels"] = (
        f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId2" Type="{office}/styles"'
        f' Target="styles.xml"/><Relationship Id="rId3" Type="{office}/sharedStrings" Target="sharedStrings.xml"/>'
        f"{links}</Relationships>"
    )
    parts["xl/styles.xml"] = (
        f'{head}<styleSheet xmlns="{main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd.mm.yyyy"/>'
        '</numFmts><fonts count="1"><font><sz val="10.0"/><name val="Arial"/></font></fonts><fills count="2"><fill>'
        '<patternFill patternType="none"/></fill><fill><patternFill patternType="lightGray"/></fill></fills>'
        '<borders count="1"><border/></borders><cellStyleXfs count="1"><xf borderId="0" fillId="0" fontId="0"'
        ' numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf borderId="0" fillId="0" fontId="0" numFmtId="0"'
        ' xfId="0"/><xf borderId="0" fillId="0" fontId="0" numFmtId="0" xfId="0" applyFont="1"/><xf borderId="0"'
        ' fillId="0" fontId="0" numFmtId="164" xfId="0" applyNumberFormat="1"/></cellXfs><cellStyles count="1">'
        '<cellStyle xfId="0" name="Normal" builtinId="0"/></cellStyles><dxfs count="0"/></styleSheet>'
    )
    listed = "".join(f"<si><t>{escape(text, quote=False)}</t></si>" for text in strings)
    parts["xl/sharedStrings.xml"] = f'{head}<sst xmlns="{main}">{listed}</sst>'
    overrides = {
        "xl/workbook.xml": f"{kinds}.spreadsheetml.sheet.main+xml",
        "xl/styles.xml": f"{kinds}.spreadsheetml.styles+xml",
        "xl/sharedStrings.xml": f"{kinds}.spreadsheetml.sharedStrings+xml",
        **{f"xl/worksheets/sheet{n}.xml": f"{kinds}.spreadsheetml.worksheet+xml" for n in numbers},
        **{f"xl/drawings/drawing{n}.xml": f"{kinds}.drawing+xml" for n in numbers},
    }
    types = "".join(
        f'<Override ContentType="{kind}" PartName="/{name}"/>' for name, kind in overrides.items()
    )
    parts["[Content_Types].xml"] = (
        f'{head}<Types xmlns="{package}/content-types"><Default ContentType="application/xml" Extension="xml"/>'
        '<Default ContentType="application/vnd.openxmlformats-package.relationships+xml" Extension="rels"/>'
        f"{types}</Types>"
    )
    parts["_rels/.rels"] = (
        f'{head}<Relationships xmlns="{package}/relationships"><Relationship Id="rId1"'
        f' Type="{office}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
    )
    stream = _Behind()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    path.write_bytes(stream.getvalue())
    return path


class _Behind(io.BytesIO):
    """What cannot go back, so that the sizes of the parts come behind their data."""

    def seekable(self) -> bool:
        return False

    def seek(self, *_: int) -> int:
        raise io.UnsupportedOperation

    def tell(self) -> int:
        raise io.UnsupportedOperation
