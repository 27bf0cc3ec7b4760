import hashlib
import hmac
import time


def is_authentic(
    body: bytes, nonce: str, signature: str, secret: str
) -> bool:
    """Checks the exact bytes of the body against the two headers.

    nonce: the header "nonce"
    signature: the header "x-loyalty-signature"
    """
    message = body + b":" + nonce.encode()
    digest = hmac.new(secret.encode(), message, hashlib.sha512)
    age_ms = time.time() * 1000 - int(nonce)
    is_recent = -5 * 60_000 <= age_ms <= 30 * 60_000
    expected = digest.hexdigest()
    return is_recent and hmac.compare_digest(expected, signature.lower())
