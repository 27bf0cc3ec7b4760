#!/bin/sh
# Sends a signed request. Needs curl and openssl.
# Set WEBHOOK_URL and WEBHOOK_SECRET.
body='{"request_id":"example-1","total_count":1,"events":[{"id":"example-1","event_type":"event_campaign_entered","data":{"member_info":{"member_id":"M-000001"}}}]}'
nonce="$(date +%s)000"
signature=$(printf '%s:%s' "$body" "$nonce" |
  openssl dgst -sha512 -hmac "$WEBHOOK_SECRET" | sed 's/^.* //')
curl --silent --show-error --fail "$WEBHOOK_URL" \
  --header 'content-type: application/json' \
  --header "nonce: $nonce" \
  --header "x-loyalty-signature: $signature" \
  --data-binary "$body"
