const URL_MAX_LENGTH = 2048;
/** http(s), an authority without userinfo, then nothing that the URL parser would silently repair. */
const REDIRECT_URI = /^https?:\/\/[^/?#@\s\\]+(?:[/?][^#\s\\]*)?$/;

/** Whether the text is an http(s) origin exactly as `URL.origin` spells it. */
export function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

/** Whether the text is an absolute http(s) URL without userinfo or fragment. */
export function isRedirectUri(text: string): boolean {
  return text.length <= URL_MAX_LENGTH && REDIRECT_URI.test(text) && URL.canParse(text);
}
