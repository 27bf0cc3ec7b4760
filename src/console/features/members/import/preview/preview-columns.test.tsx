import { describe, expect, test } from 'vitest';
import type { JobRow } from '#contract/gateway/job.ts';
import { previewColumns, shownFields } from './preview-columns.tsx';

const row = (facts: Partial<JobRow>): JobRow => ({
  row: 2,
  member_id: 'M-1',
  outcome: 'create',
  state: 'pending',
  reasons: [],
  ...facts,
});

describe('preview of an import', () => {
  test('has the fields of all new members, in the order of the file', () => {
    const rows = [
      row({ cells: { first_name: 'Ida', member_tags: 'vip' } }),
      row({ cells: { first_name: 'Ivo', email_address: 'ivo@example.test' } }),
    ];
    expect(shownFields(rows)).toEqual(['first_name', 'member_tags', 'email_address']);
  });

  test('has only the fields that change in one of the updates', () => {
    const cells = { first_name: 'Ida', last_name: 'Berg', 'address.city': 'Oslo' };
    const rows = [
      row({ outcome: 'update', cells, before: { first_name: 'Jo' } }),
      row({ outcome: 'update', cells, before: { 'address.city': '' } }),
    ];
    expect(shownFields(rows)).toEqual(['first_name', 'address.city']);
  });

  test('is one column on a phone', () => {
    const rows = [row({ cells: { first_name: 'Ida', last_name: 'Berg' } })];
    expect(previewColumns(rows, true)).toHaveLength(1);
    expect(previewColumns(rows, false).map(({ header }) => header)).toEqual([
      'First name',
      'Last name',
    ]);
  });

  test('gives short fields little room, and long ones no more than they can use', () => {
    const cells = { 'address.state': 'TX', email_address: `${'a'.repeat(120)}@example.test` };
    expect(previewColumns([row({ cells })], false).map(({ width }) => width)).toEqual([
      '96px',
      '248px',
    ]);
  });
});
