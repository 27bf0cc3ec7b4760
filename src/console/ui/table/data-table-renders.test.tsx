import { act } from 'react';
import { MemoryRouter } from 'react-router';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
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
    expect(rendered.splice(0), 'cells of a row that is selected').toEqual([]);
  });

  test('each row once until all are drawn', async () => {
    const rendered: string[] = [];
    const linked: string[] = [];
    const members = Array.from({ length: 100 }, (_, id) => ({ id: `${id}`, name: `Member ${id}` }));
    const columns: Column<Member>[] = [
      {
        id: 'name',
        header: 'Name',
        cell: ({ id }) => {
          rendered.push(id);
          return id;
        },
      },
    ];
    const render = await mount();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw));
    await render(
      <MemoryRouter>
        <DataTable
          label="Members"
          columns={columns}
          rows={members}
          rowKey={({ id }) => id}
          rowHref={({ id }) => {
            linked.push(id);
            return id;
          }}
        />
      </MemoryRouter>,
    );
    expect(rendered).toHaveLength(16);
    while (vi.getTimerCount() > 0) await act(async () => void vi.runAllTimers());
    const ids = members.map(({ id }) => id);
    expect(rendered).toEqual(ids);
    expect(linked).toEqual(ids);
  });
});
