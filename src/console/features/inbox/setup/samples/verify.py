import hashlib
import hmac
import time


def is_authentic(body: bytes, nonce: str, signature: str, secret: str) -> bool:
    """body: the exact bytes; nonce, signature: the headers "nonce" and "x-loyalty-signature"."""
    message = body + b":" + nonce.encode()
    expected = hmac.new(secret.encode(), message, hashlib.sha512).hexdigest()
    is_recent = -5 * 60_000 <= time.time() * 1000 - int(nonce) <= 30 * 60_000
    return hmac.compare_digest(expected, signature.lower()) and is_recent
