"""What may come of a request to Google other than what was asked for."""


class PassingError(Exception):
    """What may pass if we wait.

    `is_quota`: we ask too often. `is_lost`: no answer tells whether the request was done. `wait`: the seconds that
    the server asks for.
    """

    def __init__(self, reason: str, *, is_quota: bool = False, is_lost: bool = True, wait: float = 0) -> None:
        super().__init__(reason)
        self.reason, self.is_quota, self.is_lost, self.wait = reason, is_quota, is_lost, wait


class RefusedError(Exception):
    """An answer that will not change: its HTTP `status`, Google's own words for why, and its message."""

    def __init__(self, status: int, words: set[str], message: str) -> None:
        super().__init__(status, message)
        self.status, self.words, self.message = status, words, message


class AccountError(Exception):
    """Google does not take our credentials."""
