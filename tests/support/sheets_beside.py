"""Requests of `spreadsheets.batchUpdate` about what stands beside the cells; it is kept as it was given.

Charts, filters, protected ranges, banding, merges, rules of conditional formats, named ranges, developer metadata.
"""

from collections.abc import Callable

from sheets_model import Spreadsheet
from sheets_protocol import ApiError, invalid, merged, request_mask

Handler = Callable[[Spreadsheet, dict], dict]
BANDED = (
    "You cannot add alternating background colors to a range that already has alternating background colors."
)
LISTED = {  # what has an id of its own: request, list, id, field of the request
    "Banding": ("bandedRanges", "bandedRangeId", "bandedRange", "BandedRange"),
    "ProtectedRange": ("protectedRanges", "protectedRangeId", "protectedRange", "ProtectedRange"),
    "Chart": ("charts", "chartId", "chart", "EmbeddedChart"),
    "FilterView": ("filterViews", "filterViewId", "filter", "FilterView"),
}


def _merge_cells(book: Spreadsheet, spec: dict) -> dict:
    area = book.grid(spec.get("range", {})).clipped()
    merges = area.tab.parts.setdefault("merges", [])
    if any(book.grid(one).meets(area) for one in merges):
        raise invalid("You must select all cells in a merged range to merge or unmerge them.")
    merges.append(spec["range"])
    return {}


def _unmerge_cells(book: Spreadsheet, spec: dict) -> dict:
    area = book.grid(spec.get("range", {}))
    area.tab.parts["merges"] = [
        one for one in area.tab.parts.get("merges", []) if not book.grid(one).meets(area)
    ]
    return {}


def _adds(kind: str) -> Handler:
    listed, id_name, name, _ = LISTED[kind]

    def add(book: Spreadsheet, spec: dict) -> dict:
        item = {id_name: book.new_id()} | spec.get(name, {})
        area = book.grid(_range_of(item))
        there = area.tab.parts.setdefault(listed, [])
        if kind == "Banding" and any(book.grid(one["range"]).meets(area) for one in there):
            raise invalid(BANDED)
        if kind == "ProtectedRange":
            item["requestingUserCanEdit"] = True
        there.append(item)
        return {f"add{kind}": {name: item}}

    return add


def _range_of(item: dict) -> dict:
    """Where a thing is; of a chart, the tab of its anchor."""
    anchor = item.get("position", {}).get("overlayPosition", {}).get("anchorCell", {})
    return item.get("range") or {"sheetId": anchor.get("sheetId", 0)}


def _found(book: Spreadsheet, listed: str, id_name: str, wanted: int | None) -> tuple[list[dict], int]:
    for tab in book.tabs:
        for at, item in enumerate(tab.parts.get(listed, [])):
            if item[id_name] == wanted:
                return tab.parts[listed], at
    raise invalid(f"No item of {listed} with id: {wanted}")


def _updates(kind: str) -> Handler:
    listed, id_name, name, schema = LISTED[kind]

    def update(book: Spreadsheet, spec: dict) -> dict:
        mask = request_mask(spec.get("fields"), schema)
        items, at = _found(book, listed, id_name, spec.get(name, {}).get(id_name))
        items[at] = merged(items[at], spec[name], mask) | {id_name: items[at][id_name]}
        return {}

    return update


def _deletes(kind: str, given: str = "") -> Handler:
    listed, id_name, *_ = LISTED[kind]

    def delete(book: Spreadsheet, spec: dict) -> dict:
        items, at = _found(book, listed, id_name, spec.get(given or id_name))
        del items[at]
        return {}

    return delete


def _set_basic_filter(book: Spreadsheet, spec: dict) -> dict:
    basic = spec.get("filter", {})
    book.grid(basic.get("range", {})).clipped().tab.parts["basicFilter"] = basic
    return {}


def _clear_basic_filter(book: Spreadsheet, spec: dict) -> dict:
    book.tab_by_id(spec.get("sheetId", 0)).parts.pop("basicFilter", None)
    return {}


def _add_conditional_format_rule(book: Spreadsheet, spec: dict) -> dict:
    rule = spec.get("rule", {})
    areas = [book.grid(one) for one in rule.get("ranges", [])]
    if not areas:
        raise invalid("A conditional format rule must have at least one range.")
    rules = areas[0].tab.parts.setdefault("conditionalFormats", [])
    rules.insert(spec.get("index", 0), rule)
    return {}


def _delete_conditional_format_rule(book: Spreadsheet, spec: dict) -> dict:
    rules = book.tab_by_id(spec.get("sheetId", 0)).parts.get("conditionalFormats", [])
    at = spec.get("index", 0)
    if not 0 <= at < len(rules):
        raise invalid(f"No conditional format on sheet: {spec.get('sheetId', 0)} at index: {at}")
    return {"deleteConditionalFormatRule": {"rule": rules.pop(at)}}


def _add_named_range(book: Spreadsheet, spec: dict) -> dict:
    named = {"namedRangeId": str(book.new_id())} | spec.get("namedRange", {})
    book.grid(named.get("range", {})).clipped()
    book.parts.setdefault("namedRanges", []).append(named)
    return {"addNamedRange": {"namedRange": named}}


def _delete_named_range(book: Spreadsheet, spec: dict) -> dict:
    ranges, wanted = book.parts.get("namedRanges", []), spec.get("namedRangeId")
    kept = [one for one in ranges if one["namedRangeId"] != wanted]
    if len(kept) == len(ranges):
        raise invalid(f"No named range with id: {wanted}")
    book.parts["namedRanges"] = kept
    return {}


def place_of(location: dict) -> int | None:
    """The tab of a metadata's location; None is the spreadsheet."""
    return location.get("sheetId", location.get("dimensionRange", {}).get("sheetId"))


def _create_developer_metadata(book: Spreadsheet, spec: dict) -> dict:
    given = {"metadataId": book.new_id()} | spec.get("developerMetadata", {})
    for name in ("metadataKey", "location", "visibility"):
        if not given.get(name):
            raise invalid(f"Developer metadata must have a {name} specified.")
    if any(one["metadataId"] == given["metadataId"] for one in book.metadata):
        raise invalid(f"Developer metadata with id {given['metadataId']} already exists.")
    location = given["location"]
    if "dimensionRange" in location:
        _, dimension, _ = book.dimension(location["dimensionRange"])
        kind = "ROW" if dimension == "ROWS" else "COLUMN"
    else:
        kind = "SHEET" if "sheetId" in location else "SPREADSHEET"
    if kind == "SHEET":
        book.tab_by_id(location["sheetId"])
    given["location"] = {"locationType": kind} | location
    book.metadata.append(given)
    return {"createDeveloperMetadata": {"developerMetadata": given}}


def found_metadata(book: Spreadsheet, filters: list[dict]) -> list[dict]:
    """The developer metadata that data filters match; a location matches exactly, or the tab that it is on."""
    return [one for one in book.metadata if any(_matches(one, given) for given in filters)]


def _matches(one: dict, given: dict) -> bool:
    lookup = dict(given.get("developerMetadataLookup", {}))
    if not lookup:
        raise ApiError(501, "of data filters only developerMetadataLookup is simulated")
    lookup.pop("locationMatchingStrategy", None)
    place, kind = lookup.pop("metadataLocation", None), lookup.pop("locationType", None)
    location = one["location"]
    return (
        all(one.get(name) == value for name, value in lookup.items())
        and kind in (None, location["locationType"])
        and (place is None or {"locationType": location["locationType"]} | place == location)
    )


def _update_developer_metadata(book: Spreadsheet, spec: dict) -> dict:
    mask = request_mask(spec.get("fields"), "DeveloperMetadata")
    changed = []
    for one in found_metadata(book, spec.get("dataFilters", [])):
        one |= merged(one, spec.get("developerMetadata", {}), mask) | {"metadataId": one["metadataId"]}
        changed.append(one)
    return {"updateDeveloperMetadata": {"developerMetadata": changed}}


def _delete_developer_metadata(book: Spreadsheet, spec: dict) -> dict:
    gone = found_metadata(book, [spec.get("dataFilter", {})])
    book.metadata = [one for one in book.metadata if one not in gone]
    return {"deleteDeveloperMetadata": {"deletedDeveloperMetadata": gone}}


BESIDE: dict[str, Handler] = {
    "mergeCells": _merge_cells,
    "unmergeCells": _unmerge_cells,
    "setBasicFilter": _set_basic_filter,
    "clearBasicFilter": _clear_basic_filter,
    "addConditionalFormatRule": _add_conditional_format_rule,
    "deleteConditionalFormatRule": _delete_conditional_format_rule,
    "addNamedRange": _add_named_range,
    "deleteNamedRange": _delete_named_range,
    "createDeveloperMetadata": _create_developer_metadata,
    "updateDeveloperMetadata": _update_developer_metadata,
    "deleteDeveloperMetadata": _delete_developer_metadata,
    "deleteEmbeddedObject": _deletes("Chart", "objectId"),
    **{f"add{kind}": _adds(kind) for kind in LISTED},
    **{f"update{kind}": _updates(kind) for kind in ("Banding", "ProtectedRange")},
    **{f"delete{kind}": _deletes(kind) for kind in ("Banding", "ProtectedRange")},
}
