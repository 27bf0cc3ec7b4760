import { describe, expect, test } from 'vitest';
import { hasGroups, readGroups } from './read-groups.ts';

const SETTINGS = {
  groupsClaim: 'groups',
  groupRoles: ['staff', 'leads'].map((group) => ({ group, team: 1, role: 'viewer' })),
};
const NESTED = { ...SETTINGS, groupsClaim: 'realm_access.roles' };
const CUT = { problem: 'the list of groups was cut for its size' };
const INVALID = { problem: 'the claim groups is not a list of names' };

describe('groups in the claims', () => {
  test.each<[string, object, Record<string, unknown>, object]>([
    ['several', SETTINGS, { groups: ['leads', 'x', 'staff'] }, { groups: ['staff', 'leads'] }],
    ['one as a text', SETTINGS, { groups: 'staff' }, { groups: ['staff'] }],
    ['a text with several', SETTINGS, { groups: 'staff leads,staff' }, { groups: [] }],
    ['none', SETTINGS, {}, { groups: [] }],
    ['null', SETTINGS, { groups: null }, { groups: [] }],
    ['a number', SETTINGS, { groups: 7 }, INVALID],
    ['true', SETTINGS, { groups: true }, INVALID],
    ['an object', SETTINGS, { groups: { staff: true } }, INVALID],
    ['a list in a list', SETTINGS, { groups: [['staff']] }, INVALID],
    ['objects in a list', SETTINGS, { groups: ['staff', { name: 'leads' }] }, INVALID],
    ['another claim', SETTINGS, { roles: ['staff'] }, { groups: [] }],
    ['a nested claim', NESTED, { realm_access: { roles: ['staff'] } }, { groups: ['staff'] }],
    ['a claim with dots', NESTED, { 'realm_access.roles': ['leads'] }, { groups: ['leads'] }],
    ['an inherited one', { ...SETTINGS, groupsClaim: 'toString.name' }, {}, { groups: [] }],
    ['a way through a list', NESTED, { realm_access: [{ roles: ['staff'] }] }, { groups: [] }],
    ['a distributed claim', SETTINGS, { _claim_names: { groups: 'src1' } }, CUT],
    ['one beside a list', SETTINGS, { groups: [], _claim_names: { groups: 'a' } }, CUT],
    ['a distributed parent', NESTED, { _claim_names: { realm_access: 'src1' } }, CUT],
    ['hasgroups', SETTINGS, { hasgroups: true }, CUT],
    ['hasgroups as a text', SETTINGS, { hasgroups: 'true' }, CUT],
    ['hasgroups of another claim', NESTED, { hasgroups: true }, { groups: [] }],
    ['another distributed claim', SETTINGS, { _claim_names: { a: 'src1' } }, { groups: [] }],
    ['no distributed claims', SETTINGS, { _claim_names: 'groups' }, { groups: [] }],
  ])('%s', (_name, settings, claims, expected) => {
    expect(readGroups(settings as typeof SETTINGS, claims)).toEqual(expected);
  });

  test('are not read without roles for them', () => {
    const settings = { ...SETTINGS, groupRoles: undefined };
    expect(readGroups(settings, { groups: 7, hasgroups: true })).toEqual({ groups: undefined });
    expect(hasGroups(settings, {})).toBe(true);
  });

  test('are looked for elsewhere only if the claims say nothing of them', () => {
    expect(hasGroups(SETTINGS, { groups: [] })).toBe(true);
    expect(hasGroups(SETTINGS, { hasgroups: true })).toBe(true);
    expect(hasGroups(SETTINGS, { roles: [] })).toBe(false);
  });
});
