interface Page {
  number: number;
  size: number;
  /** Rows on all pages. */
  total: number;
}

/** The links of one page of a list (decisions.md, 2). Other query parameters are preserved. */
export function pageLinks(selfUrl: string, { number, size, total }: Page) {
  const last = Math.max(1, Math.ceil(total / size));
  const at = (page: number) => {
    const url = withoutIdToken(selfUrl);
    url.searchParams.set('page[size]', String(size));
    url.searchParams.set('page[number]', String(page));
    return url.href;
  };
  return {
    self: at(number),
    first: at(1),
    next: number < last ? at(number + 1) : null,
    prev: number > 1 ? at(Math.min(number - 1, last)) : null,
  };
}

/** The links of a list that isn't paged: everything is on the first page (decisions.md, 2). */
export function listLinks(selfUrl: string) {
  const self = withoutIdToken(selfUrl).href;
  return { self, first: self, next: null, prev: null };
}

/** Links may be displayed or stored, so they must not contain secrets. */
function withoutIdToken(address: string): URL {
  const url = new URL(address);
  url.searchParams.delete('id_token');
  return url;
}
