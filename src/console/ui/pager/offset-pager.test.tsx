import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OffsetPager } from './offset-pager.tsx';

const FIRST = 'This is the first page';
const LAST = 'This is the last page';

/** The pager while rows 1–25 of 60 are shown and `page` is being requested. */
function render(page: number) {
  return renderToStaticMarkup(
    <OffsetPager
      search={{ page, size: 25 }}
      page={{ page: 1, size: 25, rows: Array(25), total: 60, hasNext: true }}
      onChange={() => {}}
    />,
  );
}

test('OffsetPager shows the loaded range and pages from the requested page', () => {
  expect(render(1)).toContain(FIRST);
  expect(render(1)).not.toContain(LAST);
  const second = render(2);
  expect(second).toContain('1–25 of 60');
  expect(second).not.toContain(FIRST);
  expect(second).not.toContain(LAST);
  expect(render(3)).toContain(LAST);
});

test('OffsetPager counts back from the total on the last page of a service with small pages', () => {
  const html = renderToStaticMarkup(
    <OffsetPager
      search={{ page: 4, size: 25 }}
      page={{ page: 4, size: 25, rows: Array(7), total: 37, hasNext: false }}
      onChange={() => {}}
    />,
  );
  expect(html).toContain('31–37 of 37');
});

test('OffsetPager counts the rows that the service gives, not those that were asked for', () => {
  const html = renderToStaticMarkup(
    <OffsetPager
      search={{ page: 2, size: 25 }}
      page={{ page: 2, size: 25, rows: Array(10), total: undefined, hasNext: true }}
      onChange={() => {}}
    />,
  );
  expect(html).toContain('11–20');
});
