import type { Channel, MessageTransport } from './transport.ts';

const TIMEOUT_MS = 15_000;
type PhoneChannel = Exclude<Channel, 'email'>;

/**
 * SMS, voice and fax through Twilio's HTTP API.
 * @param address the API's URL with the account id as user name, its token as password and the caller
 *   number as parameter: `https://AC...:token@api.twilio.com?from=%2B15551234567`
 */
export function createPhoneTransport(address: string): MessageTransport {
  const { username, password, origin, searchParams } = new URL(address);
  const account = decodeURIComponent(username);
  const credentials = Buffer.from(`${account}:${decodeURIComponent(password)}`).toString('base64');
  const from = searchParams.get('from') ?? '';
  const accountUrl = `${origin}/2010-04-01/Accounts/${encodeURIComponent(account)}`;

  const requestFor: Record<PhoneChannel, (text: string) => [url: string, content: object]> = {
    sms: (text) => [`${accountUrl}/Messages.json`, { Body: text }],
    voice: (text) => [`${accountUrl}/Calls.json`, { Twiml: toTwiml(text) }],
    fax: (text) => [
      `${origin}/v1/Faxes`,
      { MediaUrl: `data:text/plain;base64,${Buffer.from(text).toString('base64')}` },
    ],
  };

  return {
    storesText: false,
    async send({ channel, to, text }) {
      const [url, content] = requestFor[channel as PhoneChannel](text);
      const response = await fetch(url, {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ To: to, From: from, ...content }),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (!response.ok)
        throw new Error(`The phone service responded with status ${response.status}`);
    },
  };
}

/** TwiML that reads the text twice, with the digits of codes one by one. */
function toTwiml(text: string): string {
  const words = text
    .replace(/\d{4,}/g, (code) => [...code].join(', '))
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;');
  return `<Response><Say loop="2">${words}</Say></Response>`;
}
