package webhooks

import (
	"crypto/hmac"
	"crypto/sha512"
	"encoding/hex"
	"strconv"
	"time"
)

// IsAuthentic takes the exact bytes of the body and the headers
// "nonce" and "x-loyalty-signature".
func IsAuthentic(body []byte, nonce, signature, secret string) bool {
	signedAt, err := strconv.ParseInt(nonce, 10, 64)
	received, hexErr := hex.DecodeString(signature)
	if err != nil || hexErr != nil {
		return false
	}
	mac := hmac.New(sha512.New, []byte(secret))
	mac.Write(body)
	mac.Write([]byte(":" + nonce))
	age := time.Since(time.UnixMilli(signedAt))
	isRecent := age <= 30*time.Minute && age >= -5*time.Minute
	return isRecent && hmac.Equal(mac.Sum(nil), received)
}
