import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { mount } from '#console/lib/testing/mount.ts';
import { DataTable } from './data-table.tsx';
import type { Column } from './data-table-column.ts';

interface Member {
  readonly id: string;
  readonly name: string;
}

describe('DataTable renders', () => {
  test('only changed rows, even if all functions are new', async () => {
    const rendered: string[] = [];
    const columns: Column<Member>[] = [
      {
        id: 'name',
        header: 'Name',
        cell: ({ name }) => {
          rendered.push(name);
          return name;
        },
      },
    ];
    const render = await mount();
    const show = (members: readonly Member[], base = '/members', selected?: string) =>
      render(
        <MemoryRouter>
          <DataTable
            label="Members"
            columns={columns}
            rows={members}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `${base}/${id}`}
            rowMenu={{ label: ({ name }) => name, items: () => null }}
            selection={{
              isSelected: ({ id }) => id === selected,
              label: ({ name }) => name,
              onSelect: () => {},
            }}
          />
        </MemoryRouter>,
      );
    const ines = { id: '1', name: 'Ines' };
    const tomas = { id: '2', name: 'Tomas' };

    await show([ines, tomas]);
    expect(rendered.splice(0)).toEqual(['Ines', 'Tomas']);
    await show([ines, tomas]);
    expect(rendered.splice(0)).toEqual([]);
    await show([ines, { ...tomas, name: 'Tom' }]);
    expect(rendered.splice(0)).toEqual(['Tom']);
    await show([ines, tomas], '/people');
    expect(rendered.splice(0)).toEqual(['Ines', 'Tomas']);
    await show([ines, tomas], '/people', '2');
    expect(rendered.splice(0)).toEqual(['Tomas']);
  });

  test('the row in the place of a replaced one, with the focus', async () => {
    const columns: Column<Member>[] = [{ id: 'name', header: 'Name', cell: ({ name }) => name }];
    const render = await mount();
    const show = (...names: string[]) =>
      render(
        <MemoryRouter>
          <DataTable
            label="Members"
            columns={columns}
            rows={names.map((name) => ({ id: name, name }))}
            rowKey={({ id }) => id}
            rowHref={({ id }) => `/members/${id}`}
          />
        </MemoryRouter>,
      );
    const focused = () => document.activeElement?.textContent;
    await show('Ines', 'Tomas');
    document.querySelectorAll<HTMLElement>('tbody a')[1]?.focus();
    expect(focused()).toBe('Tomas');
    await show('Ana', 'Ben', 'Cleo');
    expect(focused()).toBe('Ben');
    await show('Dora');
    expect(focused()).toBe('Dora');
    // A row that only moves keeps it.
    await show('Eli', 'Dora');
    expect(focused()).toBe('Dora');
  });
});
