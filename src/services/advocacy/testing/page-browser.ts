/** A minimal browser without JavaScript: cookies by path, and forms. Doesn't follow redirects. */
export interface PageBrowser {
  get(url: string | URL): Promise<Response>;
  post(url: string | URL, form: Record<string, string>): Promise<Response>;
  /** Posts a form and, if it is rejected, opens the page that shows the error. */
  submit(url: string | URL, form: Record<string, string>): Promise<Response>;
  /** Stores a cookie, like a response with this `Set-Cookie` header. */
  storeCookie(setCookie: string): void;
  /** The Set-Cookie headers received so far. */
  readonly setCookies: string[];
}

/** @param extraHeaders sent with every request, as a proxy would add them */
export function createPageBrowser(extraHeaders: Record<string, string> = {}): PageBrowser {
  const jar = new Map<string, { path: string; pair: string }>();
  const setCookies: string[] = [];

  function storeCookie(line: string): void {
    const [pair = ''] = line.split(';');
    const path = /; path=([^;]+)/i.exec(line)?.[1] ?? '/';
    const key = `${pair.split('=')[0]} ${path}`;
    if (/expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(key);
    else jar.set(key, { path, pair });
  }

  async function send(url: string | URL, init: RequestInit): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...jar.values()]
      .filter(({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')))
      .map(({ pair }) => pair)
      .join('; ');
    const headers = new Headers({ ...extraHeaders });
    headers.set('accept', 'text/html,application/xhtml+xml,*/*;q=0.8');
    if (cookie !== '') headers.set('cookie', cookie);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      setCookies.push(line);
      storeCookie(line);
    }
    return response;
  }

  const get = (url: string | URL) => send(url, {});
  const post = (url: string | URL, form: Record<string, string>) =>
    send(url, { method: 'POST', body: new URLSearchParams(form) });
  return {
    setCookies,
    storeCookie,
    get,
    post,
    async submit(url, form) {
      const response = await post(url, form);
      const isPage = response.headers.get('location')?.includes('/oauth/interaction/');
      return isPage ? get(locationOf(response)) : response;
    },
  };
}

/** The target of a redirect response. */
export function locationOf(response: Response): URL {
  const location = response.headers.get('location');
  if (location === null)
    throw new Error(`Status ${response.status} of ${response.url} without a location`);
  return new URL(location, response.url);
}
