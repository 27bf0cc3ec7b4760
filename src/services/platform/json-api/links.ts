interface Page {
  number: number;
  size: number;
  /** Rows in all pages. */
  total: number;
}

/** The links of one page of a list (decisions.md, 2); parameters other than the page stay as asked. */
export function pageLinks(selfUrl: string, { number, size, total }: Page) {
  const last = Math.max(1, Math.ceil(total / size));
  const at = (page: number) => {
    const url = new URL(selfUrl);
    url.searchParams.delete('id_token');
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
