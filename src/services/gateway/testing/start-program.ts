import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Member } from '#contract/loyalty/members/member.ts';

interface Intercepted {
  status: number;
  headers?: Record<string, string>;
  body?: unknown;
}

/** An external loyalty service: as little of the contract as a program may implement. */
export interface TestProgram {
  url: string;
  /** The members by service ID; tests change them. */
  members: Map<string, Member>;
  /** Method, path and query of each request. */
  requests: string[];
  /** Changes that it made, like `requests`; an adjustment with a known key makes none. */
  applied: string[];
  /** Adjustments of points by their key; undefined for a program that has none. */
  adjustments: Map<string, { id: string; points: number; reason: string }> | undefined;
  /** Handles a request instead; undefined to handle it as usual. */
  intercept: (request: string) => Intercepted | undefined | Promise<Intercepted | undefined>;
  close(): Promise<void>;
}

export async function startProgram(members: Member[]): Promise<TestProgram> {
  const program: TestProgram = {
    url: '',
    members: new Map(members.map((member) => [member.id, member])),
    requests: [],
    applied: [],
    adjustments: new Map(),
    intercept: () => undefined,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '' } = request;
    program.requests.push(`${method} ${url}`);
    const special = await program.intercept(`${method} ${url}`);
    const {
      status,
      body,
      headers = {},
      isRepeated = false,
    }: Handled = special
      ? { body: {}, ...special }
      : handle(program, method, new URL(url, 'http://program'), Buffer.concat(chunks));
    if (method !== 'GET' && status === 200 && !isRepeated) program.applied.push(`${method} ${url}`);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
  const server = createServer((request, response) => {
    // The caller is gone.
    respond(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  program.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return program;
}

interface Handled {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
  /** It was handled before, and changes nothing. */
  isRepeated?: boolean;
}

const unknownId: Handled = {
  status: 400,
  body: { error_code: '400', error: 'ERROR_INVALID_PARAMETER', message: 'id' },
};

function handle(program: TestProgram, method: string, url: URL, body: Buffer): Handled {
  const { members } = program;
  const [, adjusted] = /^\/patron\/members\/([^/]+)\/points$/.exec(url.pathname) ?? [];
  if (adjusted !== undefined) {
    return adjust(program, findMember(program, adjusted, url), JSON.parse(body.toString()));
  }
  const [, id] = /^\/loyalty\/members\/([^/]+)$/.exec(url.pathname) ?? [];
  if (id === undefined && method === 'GET') return list(members, url.searchParams);
  const change = body.length === 0 ? {} : (JSON.parse(body.toString()) as Partial<Member>);
  if (id === undefined) return store(members, { id: `S-${change.member_id}`, ...change } as Member);
  const member = findMember(program, id, url);
  if (!member) return unknownId;
  if (method === 'GET') return { status: 200, body: { data: member, success: true } };
  if (method === 'POST') return store(members, { ...member, ...change }, member);
  members.delete(member.id);
  const data = { id: member.id, member_status: 'deleted' };
  return { status: 200, body: { data, success: true } };
}

function findMember({ members }: TestProgram, id: string, url: URL): Member | undefined {
  const key = decodeURIComponent(id);
  const isMemberId = url.searchParams.get('idParam') === 'member_id';
  return [...members.values()].find((each) => (isMemberId ? each.member_id : each.id) === key);
}

interface Adjusted {
  points: number;
  reason: string;
  idempotency_key: string;
}

function adjust(
  { members, adjustments }: TestProgram,
  member: Member | undefined,
  given: Adjusted,
): Handled {
  const { idempotency_key: key, points, reason } = given;
  if (!adjustments || !member) return { status: 404, body: {} };
  const { id } = member;
  const isRepeated = adjustments.has(key);
  const balance = (member.available_points ?? 0) + (isRepeated ? 0 : points);
  if (balance < 0) {
    return {
      status: 400,
      body: { error_code: '400', reason: 'points: Not enough', success: false },
    };
  }
  adjustments.set(key, { id, points, reason });
  members.set(id, { ...member, available_points: balance });
  const entry = { id: key, at: '2026-01-31T12:00:00.000Z', kind: 'adjusted', points, balance };
  const data = { ...entry, activity: null, reason, expires_on: null };
  return { status: 200, body: { data }, isRepeated };
}

/** Custom attributes come as JSON text and are merged. */
function store(members: Map<string, Member>, member: Member, before?: Member): Handled {
  const { custom_attributes: given } = member as { custom_attributes?: unknown };
  const attributes = typeof given === 'string' ? (JSON.parse(given) as object) : given;
  const stored = {
    ...member,
    member_status: member.member_status ?? 'active',
    ...(attributes ? { custom_attributes: { ...before?.custom_attributes, ...attributes } } : {}),
  };
  members.set(stored.id, stored);
  return { status: 200, body: { data: stored, success: true } };
}

/** Cursors are indexes. Date filters compare the first ten characters of ISO dates. */
function list(members: Map<string, Member>, query: URLSearchParams): Handled {
  const changed = JSON.parse(query.get('last_modified_date') ?? '{}') as { gte?: string };
  const [month, day, year] = (changed.gte ?? '01/01/1970').split('/');
  const matching = [...members.values()].filter(
    (member) =>
      member.member_status === (query.get('member_status') ?? 'active') &&
      (member.last_modified_date ?? '9999').slice(0, 10) >= `${year}-${month}-${day}`,
  );
  const start = Number(query.get('start_cursor') ?? 0);
  const count = Number(query.get('count') ?? 100);
  const data = {
    total: matching.length,
    members: matching.slice(start, start + count),
    next_cursor: String(start + count),
    more: start + count < matching.length,
  };
  return { status: 200, body: { data, success: true } };
}
