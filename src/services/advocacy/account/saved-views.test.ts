import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SAVED_VIEWS_MAX } from '#contract/account/saved-views.ts';
import type { TokenResponse } from '#contract/advocacy/oauth.ts';
import { errorDocumentSchema } from '#contract/json-api.ts';
import { memberships, teams } from '#services/advocacy/teams/teams-table.ts';
import { type AccountUser, createAccountUser } from '#services/advocacy/testing/account-user.ts';
import { createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import { addMember, grantAccessToken } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { savedViews } from './saved-views-table.ts';

const BLOCKED = {
  name: 'Blocked',
  search: 'status=blocked&sort=-points',
  display: { hidden: ['email'], density: 'compact' },
};
const GOLD = { name: 'Gold', search: 'tiers=3', display: null };
const CITIES = {
  name: 'Cities',
  search: '',
  display: {
    columns: ['address.city', 'custom_attributes.color', 'email'],
    widths: [{ column: 'address.city', width: 240 }],
  },
};

describeBothStorages('saved views', (store) => {
  let service: TestAdvocacy;
  let team: Awaited<ReturnType<typeof createAccountsTeam>>;
  let user: AccountUser;
  let tokens: TokenResponse;
  let writer: AccountUser;
  let writing: TokenResponse;
  let path: string;

  /** A user who can't write in the team, signed in. */
  async function createViewer() {
    const viewer = await createAccountUser(service);
    await addMember(store.db, viewer.userId, team.teamId, team.readerRoleId);
    return { viewer, viewerTokens: await viewer.signIn() };
  }
  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    team = await createAccountsTeam(service);
    path = `/account/v1/teams/${team.teamId}/views`;
    ({ viewer: user, viewerTokens: tokens } = await createViewer());
    writer = await createAccountUser(service);
    await addMember(store.db, writer.userId, team.teamId, team.writerRoleId);
    writing = await writer.signIn();
  });
  afterAll(() => service.close());

  const list = async (of = user, as = tokens) => (await of.call(as, 'GET', path)).body;
  const create = (body: unknown) => user.call(tokens, 'POST', path, body);
  const clear = () => store.db.delete(savedViews);
  /** Saves a view and returns its path. */
  async function createOne(body: object): Promise<string> {
    const { data } = (await create(body)).body;
    return `${path}/${data.id}`;
  }

  test('are saved, listed, changed and deleted by a user who only reads', async () => {
    expect(await list()).toEqual({ data: [], total: 0, next_cursor: null, more: false });
    const created = await create(BLOCKED);
    expect(created).toEqual({
      status: 201,
      body: { data: { id: expect.any(String), ...BLOCKED, shared: false } },
    });
    const blocked = `${path}/${created.body.data.id}`;
    await create(GOLD);
    expect((await list()).data).toMatchObject([BLOCKED, GOLD]);
    const first = (await user.call(tokens, 'GET', `${path}?count=1`)).body;
    expect(first).toMatchObject({ data: [BLOCKED], total: 2, more: true });
    const next = await user.call(tokens, 'GET', `${path}?start_cursor=${first.next_cursor}`);
    expect(next.body).toMatchObject({ data: [GOLD], total: 2, more: false });

    const renamed = await user.call(tokens, 'PATCH', blocked, { name: ' BLOCKED ' });
    expect(renamed.body.data).toMatchObject({ ...BLOCKED, name: 'BLOCKED' });
    const replacement = { search: '', display: null };
    const replaced = await user.call(tokens, 'PATCH', blocked, replacement);
    expect(replaced.body.data).toMatchObject({ name: 'BLOCKED', ...replacement });
    expect((await user.call(tokens, 'PATCH', blocked, {})).body).toEqual(replaced.body);
    expect((await user.call(tokens, 'DELETE', blocked)).status).toBe(204);
    expect((await user.call(tokens, 'DELETE', blocked)).status).toBe(404);
    expect((await list()).data).toMatchObject([GOLD]);
    expect((await create(CITIES)).body.data).toMatchObject(CITIES);
    await clear();
  });

  test('are those of one user and one team', async () => {
    const view = await createOne(BLOCKED);
    const { viewer: other, viewerTokens } = await createViewer();
    expect((await list(other, viewerTokens)).total).toBe(0);
    expect((await other.call(viewerTokens, 'PATCH', view, GOLD)).status).toBe(404);
    expect((await other.call(viewerTokens, 'DELETE', view)).status).toBe(404);
    expect((await other.call(viewerTokens, 'POST', path, BLOCKED)).status).toBe(201);

    const outsider = await createAccountUser(service);
    const outside = await outsider.signIn();
    for (const [method, address, body] of [
      ['GET', path],
      ['POST', path, GOLD],
      ['PATCH', view, GOLD],
      ['DELETE', view],
      ['GET', '/account/v1/teams/999999/views'],
    ] as const) {
      const { status } = await outsider.call(outside, method, address, body);
      expect([method, status]).toEqual([method, 403]);
    }
    expect((await list()).data).toMatchObject([BLOCKED]);
    await clear();
  });

  /** Shares a view and returns its path. */
  async function share(): Promise<string> {
    const { body } = await writer.call(writing, 'POST', path, { ...BLOCKED, shared: true });
    return `${path}/${body.data.id}`;
  }

  test('are shared with the team by their owner, who alone changes them', async () => {
    const view = await share();
    const { viewer: other, viewerTokens } = await createViewer();
    await other.call(viewerTokens, 'POST', path, BLOCKED);
    const [shared, own] = (await list(other, viewerTokens)).data;
    const owner = { id: String(writer.userId), name: writer.email.split('@')[0] };
    expect(shared).toMatchObject({ ...BLOCKED, shared: true, owner });
    expect(own).toMatchObject({ ...BLOCKED, shared: false });
    expect(own).not.toHaveProperty('owner');
    expect((await list(writer, writing)).data).toEqual([{ ...shared, owner: undefined }]);
    for (const change of [GOLD, { shared: false }]) {
      expect((await other.call(viewerTokens, 'PATCH', view, change)).status).toBe(403);
    }
    expect((await other.call(viewerTokens, 'DELETE', view)).status).toBe(403);
    expect((await list(writer, writing)).data).toMatchObject([{ ...BLOCKED, shared: true }]);

    expect((await writer.call(writing, 'PATCH', view, { shared: false })).status).toBe(200);
    expect((await list(other, viewerTokens)).total).toBe(1);
    expect((await other.call(viewerTokens, 'DELETE', view)).status).toBe(404);
    await writer.call(writing, 'PATCH', view, { shared: true });

    const administrator = await createAccountUser(service);
    await addMember(store.db, administrator.userId, team.teamId, team.writerRoleId);
    const administering = await administrator.signIn();
    expect((await administrator.call(administering, 'PATCH', view, GOLD)).status).toBe(403);
    expect((await administrator.call(administering, 'DELETE', view)).status).toBe(204);
    expect((await list()).total).toBe(0);
    await clear();
  });

  test('are saved, but not shared, by a user who only reads or an application without teams:write', async () => {
    const own = await createOne(BLOCKED);
    const grant = { userId: writer.userId, scopes: ['identity', 'identity:write'] };
    const access_token = await grantAccessToken(store.db, service.dependencies.clock, grant);
    const narrow = { ...writing, access_token };
    const attempts = [
      [user, tokens, /view-only/],
      [writer, narrow, /teams:write/],
    ] as const;
    for (const [from, as, reason] of attempts) {
      const { status, body } = await from.call(as, 'POST', path, { ...GOLD, shared: true });
      expect([status, JSON.stringify(body)]).toEqual([403, expect.stringMatching(reason)]);
    }
    expect((await user.call(tokens, 'PATCH', own, { shared: true })).status).toBe(403);
    expect((await list()).data).toMatchObject([{ ...BLOCKED, shared: false }]);
    expect((await list(writer, writing)).total).toBe(0);
    // A view that was shared while its owner could write.
    await store.db.update(savedViews).set({ shared: true });
    expect((await user.call(tokens, 'PATCH', own, { name: 'Other' })).status).toBe(403);
    expect((await user.call(tokens, 'PATCH', own, { shared: false })).status).toBe(200);
    await clear();
  });

  test('are shared with one team only', async () => {
    const view = await share();
    const otherTeam = await createAccountsTeam(service);
    const stranger = await createAccountUser(service);
    await addMember(store.db, stranger.userId, otherTeam.teamId, otherTeam.writerRoleId);
    const strange = await stranger.signIn();
    const otherPath = `/account/v1/teams/${otherTeam.teamId}/views`;
    const elsewhere = `${otherPath}/${view.split('/').at(-1)}`;
    expect((await stranger.call(strange, 'GET', otherPath)).body.total).toBe(0);
    expect((await stranger.call(strange, 'PATCH', elsewhere, GOLD)).status).toBe(404);
    expect((await stranger.call(strange, 'DELETE', elsewhere)).status).toBe(404);
    await clear();
  });

  test('have names that are unique, whatever their case, also at the same time', async () => {
    const same = ['gold', 'Gold', 'GOLD'].map((name) => create({ ...GOLD, name }));
    const statuses = (await Promise.all(same)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 422, 422]);
    const blocked = await createOne(BLOCKED);
    const { status, body } = await user.call(tokens, 'PATCH', blocked, { name: 'gOLD' });
    expect(status).toBe(422);
    expect(errorDocumentSchema.parse(body).errors).toMatchObject([
      { detail: 'Another view has this name', source: { pointer: '/name' } },
    ]);
    expect((await list()).total).toBe(2);
    await clear();
  });

  test('have a limit, also at the same time', async () => {
    const { userId } = user;
    const rows = Array.from({ length: SAVED_VIEWS_MAX - 1 }, (_, index) => ({
      ...GOLD,
      name: `Gold ${index}`,
      userId,
      teamId: team.teamId,
    }));
    await store.db.insert(savedViews).values(rows);
    const several = ['a', 'b', 'c', 'd'].map((name) => create({ ...GOLD, name }));
    const responses = await Promise.all(several);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    expect(JSON.stringify(responses)).toContain('You can save 50 views in a team');
    expect((await list()).total).toBe(SAVED_VIEWS_MAX);
    await clear();
  });

  test.each([
    ['an empty name', { name: ' ' }, '/name'],
    ['a long name', { name: 'x'.repeat(61) }, '/name'],
    ['a name of two lines', { name: 'a\nb' }, '/name'],
    ['a search that is not encoded', { search: 'q=Zoë' }, '/search'],
    ['a long search', { search: `q=${'x'.repeat(4096)}` }, '/search'],
    ['an unknown density', { display: { density: 'huge' } }, '/display/density'],
    ['many columns', { display: { hidden: Array(51).fill('email') } }, '/display/hidden'],
  ])('are rejected with %s', async (_, change, pointer) => {
    const { status, body } = await create({ ...BLOCKED, ...change });
    expect(status).toBe(422);
    expect(errorDocumentSchema.parse(body).errors).toMatchObject([{ source: { pointer } }]);
  });

  test('are deleted with the membership, the user and the team', async () => {
    const { viewer: leaver, viewerTokens: left } = await createViewer();
    const { viewer: deleted, viewerTokens } = await createViewer();
    await leaver.call(left, 'POST', path, GOLD);
    await deleted.call(viewerTokens, 'POST', path, GOLD);
    await create(GOLD);
    await store.db.delete(memberships).where(eq(memberships.userId, leaver.userId));
    expect(await store.db.$count(savedViews)).toBe(2);
    await store.db.delete(users).where(eq(users.id, deleted.userId));
    expect(await store.db.$count(savedViews)).toBe(1);
    await store.db.delete(teams).where(eq(teams.id, team.teamId));
    expect(await store.db.$count(savedViews)).toBe(0);
  });
});
