import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table-column.ts';

interface Member {
  readonly id: string;
  readonly name: string;
  readonly points: number;
}

const columns: Column<Member>[] = [
  { id: 'name', header: 'Name', cell: (member) => member.name, sortKey: 'name' },
  { id: 'points', header: 'Points', cell: (member) => member.points, align: 'end' },
];
const members: Member[] = [
  { id: '1', name: 'Ines Aalto', points: 12 },
  { id: '2', name: 'Tomas Berg', points: 3 },
];

function render(props: Partial<Parameters<typeof DataTable<Member>>[0]>) {
  return renderToStaticMarkup(
    <MemoryRouter>
      <DataTable
        label="Members"
        rows={members}
        rowKey={({ id }) => id}
        {...{ columns, ...props }}
      />
    </MemoryRouter>,
  );
}

const count = (markup: string, pattern: RegExp) => [...markup.matchAll(pattern)].length;

test('DataTable is a named table with a row per item', () => {
  const markup = render({});
  expect(markup).toContain('aria-label="Members"');
  expect(count(markup, /<tr/g)).toBe(3);
});

test('DataTable sets aria-sort on sortable columns only', () => {
  const markup = render({ sort: '-name', onSort: () => {} });
  expect(markup).toMatch(/<th[^>]*aria-sort="descending"[^>]*><button[^>]*>Name/);
  expect(count(markup, /aria-sort/g)).toBe(1);
});

test('DataTable shows an item that could not be read as its id and its raw data', () => {
  const unreadable = { id: 'No id (item 2)', $raw: 'nonsense', $isUnreadable: true };
  const markup = render({
    rows: [...members, unreadable as unknown as Member],
    rowHref: ({ id }) => `/members/${id}`,
    rowMenu: { label: ({ name }) => name.toUpperCase(), items: () => null },
  });
  expect(markup).toMatch(/colspan="3"[^>]*>.*No id \(item 2\).*Can&#x27;t be shown completely/i);
  expect(markup).toContain('Show raw data');
  expect(count(markup, /<a /g)).toBe(2);
});

test('DataTable links the first column', () => {
  const markup = render({ rowHref: ({ id }) => `/members/${id}` });
  expect(markup).toMatch(/<a [^>]*href="\/members\/2"[^>]*>Tomas Berg<\/a>/);
  expect(count(markup, /<a /g)).toBe(2);
});

test('DataTable has a named checkbox for each row and one for the page', () => {
  const isSelected = ({ id }: Member) => id === '2';
  const selection = { isSelected, label: ({ name }: Member) => name, onSelect: () => {} };
  const markup = render({ selection });
  expect(markup).toMatch(/<th[^>]*><label[^>]*><input[^>]*aria-label="Select all on this page"/);
  expect(markup).toMatch(/<input(?![^>]*checked)[^>]*aria-label="Select Ines Aalto"/);
  expect(markup).toMatch(/<input[^>]*aria-label="Select Tomas Berg"[^>]*checked/);
  expect(render({ selection, rows: [], loading: true })).toContain('aria-busy');
});

test('DataTable hides placeholder rows from screen readers', () => {
  const markup = render({ rows: [], loading: true, skeletonRows: 4 });
  expect(markup).toContain('aria-busy="true"');
  expect(markup).toMatch(/<tbody aria-hidden="true"/);
  expect(count(markup, /<tr/g)).toBe(5);
});

test('DataTable without rows shows the empty state and the footer', () => {
  const markup = render({ rows: [], empty: <p>No members yet</p>, footer: <p>0 of 0</p> });
  expect(markup).not.toContain('<table');
  expect(markup).toContain('No members yet');
  expect(markup).toContain('0 of 0');
});

test('DataTable renders the visible rows first', () => {
  const rows = Array.from({ length: 100 }, (_, id) => ({
    id: `${id}`,
    name: 'Someone',
    points: 0,
  }));
  const html = render({ rows });
  expect(count(html, /<tr(?! aria-hidden)/g)).toBe(17);
  expect(html).toContain(`--remaining:${rows.length - 16}`);
});

test('DataTable virtualizes more than 200 rows and sets aria-rowcount', () => {
  const rows = Array.from({ length: 1000 }, (_, id) => ({
    id: `${id}`,
    name: 'Someone',
    points: 0,
  }));
  const markup = render({ rows });
  expect(markup).toContain('aria-rowcount="1001"');
  expect(count(markup, /<tr/g)).toBeLessThan(60);
});

test('DataTable marks items of which something could not be read', () => {
  const readInPart = { ...members[0], $raw: {} } as unknown as Member;
  const ofDirectory = { ...members[1], incomplete: true } as unknown as Member;
  const mark = /Can&#x27;t be shown completely:/g;
  expect(count(render({ rows: [readInPart, ofDirectory] }), mark)).toBe(2);
  expect(count(render({ rowHref: ({ id }) => id, rows: [readInPart] }), mark)).toBe(1);
  expect(count(render({}), mark)).toBe(0);
});
