<?php

/**
 * $body: the exact bytes
 * $nonce, $signature: the headers "nonce" and "x-loyalty-signature"
 */
function is_authentic(
    string $body,
    string $nonce,
    string $signature,
    string $secret
): bool {
    $expected = hash_hmac('sha512', $body . ':' . $nonce, $secret);
    $ageMs = microtime(true) * 1000 - (float) $nonce;
    $isRecent = $ageMs <= 30 * 60 * 1000 && $ageMs >= -5 * 60 * 1000;
    return $isRecent && hash_equals($expected, strtolower($signature));
}
