"""The Google Sheets API v4 as its discovery document describes it: paths, parameters, bodies, field masks, errors.

The document is the one that google-api-python-client carries. The checks are a little stricter than Google's,
which also takes a number written as text ("26"), a single element where a list is asked for, and snake_case.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from urllib.parse import unquote

DISCOVERY = json.loads(
    (resources.files("googleapiclient") / "discovery_cache/documents/sheets.v4.json").read_text("utf-8")
)
SCHEMAS = DISCOVERY["schemas"]
STATUS = {
    400: "INVALID_ARGUMENT",
    401: "UNAUTHENTICATED",
    403: "PERMISSION_DENIED",
    404: "NOT_FOUND",
    429: "RESOURCE_EXHAUSTED",
    500: "INTERNAL",
    501: "UNIMPLEMENTED",
    503: "UNAVAILABLE",
    504: "DEADLINE_EXCEEDED",
}
ONE_OF = {  # of these fields a message may have one; the discovery document does not tell it
    "Request": set(SCHEMAS["Request"]["properties"]),
    "ExtendedValue": set(SCHEMAS["ExtendedValue"]["properties"]),
    "DataFilter": set(SCHEMAS["DataFilter"]["properties"]),
    "UpdateCellsRequest": {"range", "start"},
    "DeveloperMetadataLocation": {"spreadsheet", "sheetId", "dimensionRange"},
    "ConditionalFormatRule": {"booleanRule", "gradientRule"},
    "ColorStyle": {"rgbColor", "themeColor"},
}
INT32 = range(-(2**31), 2**31)
BODY_FIELD = {
    "ValueRange": "data",
    "Spreadsheet": "spreadsheet",
}  # what a body that is no request of its own is called
Faults = list[tuple[str, str]]  # place in the body, description
Path = list[
    str | int
]  # fields and indexes of such a place; written out only for a fault, for the sake of speed
BAD_REQUEST = "type.googleapis.com/google.rpc.BadRequest"


class ApiError(Exception):
    """An answer that is not 200, in the form of the real API."""

    def __init__(self, code: int, message: str, details: Iterable[dict] = (), status: str = ""):
        super().__init__(message)
        self.code, self.message, self.details = code, message, list(details)
        self.status = status or STATUS.get(code, "UNKNOWN")

    @property
    def body(self) -> dict:
        error = {"code": self.code, "message": self.message, "status": self.status}
        return {"error": error | ({"details": self.details} if self.details else {})}


def invalid(message: str) -> ApiError:
    """A request that can be read, and cannot be done."""
    return ApiError(400, message)


def violation(faults: Faults, message: str = "") -> ApiError:
    """A request that cannot be read; `faults` are pairs of place and description."""
    fields = [({"field": at} if at else {}) | {"description": text} for at, text in faults]
    told = message or "\n".join(text for _, text in faults)
    return ApiError(400, told, [{"@type": BAD_REQUEST, "fieldViolations": fields}])


@dataclass(frozen=True)
class Method:
    """One method of the API, such as `spreadsheets.values.get`."""

    name: str
    verb: str
    path: re.Pattern[str]
    parameters: dict
    request: str
    response: str

    @property
    def writes(self) -> bool:
        return self.verb != "GET" and not self.name.endswith(("DataFilter", ".search"))


def _methods(part: dict, prefix: str = "") -> Iterator[Method]:
    for name, resource in part.get("resources", {}).items():
        for verb, told in resource.get("methods", {}).items():
            path = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+?)", re.escape("/" + told["flatPath"]))
            parameters = told.get("parameters", {})
            request = told.get("request", {}).get("$ref", "")
            pattern = re.compile(path)
            name_of = f"{prefix}{name}.{verb}"
            yield Method(name_of, told["httpMethod"], pattern, parameters, request, told["response"]["$ref"])
        yield from _methods(resource, f"{prefix}{name}.")


METHODS = list(_methods(DISCOVERY))


def find_method(verb: str, path: str) -> tuple[Method, dict[str, str]] | None:
    """The method of an undecoded path, and the path's parameters decoded."""
    for method in METHODS:
        found = method.path.fullmatch(path)
        if found and method.verb == verb:
            return method, {name: unquote(value) for name, value in found.groupdict().items()}
    return None


def check_query(method: Method, query: dict[str, list[str]]) -> dict:
    """The parameters with their types. Raises ApiError on one that is unknown or malformed."""
    known = DISCOVERY["parameters"] | {k: v for k, v in method.parameters.items() if v["location"] == "query"}
    faults: Faults = []
    typed: dict = {}
    for name, values in query.items():
        spec = known.get(name)
        unknown = f'Invalid JSON payload received. Unknown name "{name}": '
        if spec is None:
            faults.append(
                (
                    "",
                    f"{unknown}Cannot bind query parameter. Field '{name}' could not be found in request message.",
                )
            )
        elif len(values) > 1 and not spec.get("repeated"):
            faults.append(("", f"{unknown}Proto field is not repeating, cannot start list."))
        else:
            typed[name] = [_parameter(snake(name), spec, value, faults) for value in values]
            if not spec.get("repeated"):
                (typed[name],) = typed[name]
    if faults:
        raise violation(faults)
    return typed


def _parameter(at: str, spec: dict, value: str, faults: Faults) -> object:
    if spec["type"] == "boolean":
        if value.lower() in ("true", "false", "1", "0"):
            return value.lower() in ("true", "1")
        faults.append((at, f"Invalid value at '{at}' (TYPE_BOOL), \"{value}\""))
    elif "enum" in spec and value not in spec["enum"]:
        faults.append(
            (at, f"Invalid value at '{at}' ({_type_name(at.title().replace('_', ''))}), \"{value}\"")
        )
    return value


def check_body(schema: str, body: object) -> None:
    """Raises ApiError if a body does not have the form that the discovery document gives it."""
    if not isinstance(body, dict):
        raise violation(
            [("", 'Invalid JSON payload received. Unknown name "": Root element must be a message.')]
        )
    faults: Faults = []
    _check_message(body, schema, [BODY_FIELD[schema]] if schema in BODY_FIELD else [], faults)
    if faults:
        raise violation(faults)


def _at(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{snake(part)}" for part in path).lstrip(".")


def _misfit(value: object, kind: str, path: Path) -> tuple[str, str]:
    at = _at(path)
    return at, f"Invalid value at '{at}' ({kind}), {json.dumps(value, ensure_ascii=False)}"


def _check(value: object, spec: dict, path: Path, faults: Faults, owner: str) -> None:
    if "$ref" in spec:
        _check_message(value, spec["$ref"], path, faults)
    elif spec["type"] == "array" and isinstance(value, list):
        for index, item in enumerate(value):
            path.append(index)
            _check(item, spec["items"], path, faults, owner)
            path.pop()
    elif "additionalProperties" in spec and isinstance(value, dict):
        for name, item in value.items():
            _check(item, spec["additionalProperties"], [*path, name], faults, owner)
    elif not _scalar_fits(value, spec):
        field = next((part for part in reversed(path) if isinstance(part, str)), "")
        name = f"{owner}.{field[:1].upper()}{field[1:]}"
        kind = _type_name(name) if "enum" in spec else _SCALARS[spec.get("format", spec["type"])]
        faults.append(_misfit(value, kind, path))


_SCALARS = {
    "array": "type.googleapis.com/google.protobuf.ListValue",
    "object": "map",
    "int32": "TYPE_INT32",
    "float": "TYPE_FLOAT",
    "double": "TYPE_DOUBLE",
    "boolean": "TYPE_BOOL",
    "string": "TYPE_STRING",
    "google-fieldmask": "TYPE_STRING",
    "google-datetime": "TYPE_STRING",
}


def _check_message(value: object, schema: str, path: Path, faults: Faults) -> None:
    if not isinstance(value, dict):
        faults.append(_misfit(value, _type_name(schema), path))
        return
    fields = SCHEMAS[schema].get("properties", {})
    for name, item in value.items():
        if name in fields:
            path.append(name)
            _check(item, fields[name], path, faults, schema)
            path.pop()
        else:
            at = _at(path)
            place = f" at '{at}'" if at else ""
            text = f'Invalid JSON payload received. Unknown name "{name}"{place}: Cannot find field.'
            faults.append((at, text))
    for name in [name for name in value if name in ONE_OF.get(schema, ())][1:]:
        at = _at(path)
        text = f"Invalid value at '{at}' (oneof), oneof field is already set. Cannot set '{name}'"
        faults.append((at, text))


def _scalar_fits(value: object, spec: dict) -> bool:
    match spec["type"]:
        case "string":
            return isinstance(value, str) and ("enum" not in spec or value in spec["enum"])
        case "boolean":
            return isinstance(value, bool)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool) and value in INT32
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
    return spec["type"] == "any"


def _type_name(schema: str) -> str:
    return f"type.googleapis.com/google.apps.sheets.v4.{schema}"


def snake(name: str) -> str:
    return re.sub("([A-Z])", r"_\1", name).lower()


Mask = dict  # of a name to the mask below it; an empty one takes all


def parse_mask(text: str) -> Mask:
    """A field mask such as `a,b.c,d(e,f/g)`. Raises ValueError; a space is a part of a name, so it is refused."""
    tokens = re.findall(r"[(),]|[^(),]+", text)
    mask, rest = _parse_list(tokens)
    if rest:
        raise ValueError(text)
    return mask


def _parse_list(tokens: list[str]) -> tuple[Mask, list[str]]:
    mask: Mask = {}
    while True:
        if not tokens or not all(re.fullmatch(r"\w+|\*", name) for name in re.split("[./]", tokens[0])):
            raise ValueError(tokens[0] if tokens else "")
        names, tokens = re.split("[./]", tokens[0]), tokens[1:]
        below: Mask = {}
        if tokens and tokens[0] == "(":
            below, tokens = _parse_list(tokens[1:])
            if tokens[:1] != [")"]:
                raise ValueError("(")
            tokens = tokens[1:]
        for name in reversed(names):
            below = {name: below}
        _join(mask, below)
        if tokens[:1] != [","]:
            return mask, tokens
        tokens = tokens[1:]


def _join(mask: Mask, other: Mask) -> None:
    for name, below in other.items():
        if name not in mask:
            mask[name] = below
        elif mask[name] and below:
            _join(mask[name], below)
        else:
            mask[name] = {}


def unknown_field(mask: Mask, schema: str) -> str | None:
    """The first path of a mask that names no field of the schema, such as `sheets.titel`."""
    for name, below in mask.items():
        spec = SCHEMAS[schema].get("properties", {}).get(name, {})
        if not spec and name != "*":
            return name
        while "items" in spec or "additionalProperties" in spec:
            spec = spec.get("items") or spec["additionalProperties"]
        if below and name != "*":
            wrong = unknown_field(below, spec["$ref"]) if "$ref" in spec else next(iter(below))
            if wrong:
                return f"{name}.{wrong}"
    return None


def response_mask(text: str, schema: str) -> Mask:
    """The mask of the parameter `fields`. Raises ApiError."""
    try:
        mask = parse_mask(text)
        wrong = unknown_field(mask, schema)
    except ValueError as error:
        wrong = str(error)
    if wrong is None:
        return mask
    told = f"Error expanding 'fields' parameter. Cannot find matching fields for path '{wrong}'."
    raise violation([(wrong, told)], "Request contains an invalid argument.")


def request_mask(text: str | None, schema: str) -> Mask:
    """The mask of a request's own `fields`. Raises ApiError."""
    if not text:
        raise invalid("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)")
    try:
        mask = parse_mask(text)
        wrong = unknown_field(mask, schema)
    except ValueError as error:
        wrong = str(error)
    if wrong is not None:
        raise invalid(f"Invalid field: {wrong}")
    return mask


def select(value: object, mask: Mask) -> object:
    """The part of an answer that a mask asks for."""
    if not mask:
        return value
    if isinstance(value, list):
        return [select(item, mask) for item in value]
    if not isinstance(value, dict):
        return value
    if "*" in mask:
        return {name: select(item, mask["*"]) for name, item in value.items()}
    return {name: select(item, mask[name]) for name, item in value.items() if name in mask}


def merged(old: dict, new: dict, mask: Mask) -> dict:
    """`old` with the fields of a mask as they are in `new`; one that `new` lacks is cleared."""
    if "*" in mask:
        return dict(new)
    fields = dict(old)
    for name, below in mask.items():
        value = merged(old.get(name) or {}, new.get(name) or {}, below) if below else new.get(name)
        if value is None or (below and not value):
            fields.pop(name, None)
        else:
            fields[name] = value
    return fields
