import { request } from 'undici';
import { tokenResponseSchema } from '#contract/advocacy/oauth.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import type { Figure } from '../figure.ts';
import { type Load, load } from '../load.ts';
import { startPatronProcesses } from '../patron-processes.ts';
import { withDatabase } from '../temporary-database.ts';

const SUITE = 'advocacy under load, PostgreSQL';
/** Concurrent clients: browsers that refresh, integrations that read. */
const LANES = 16;
const SECONDS = 8;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/**
 * Token refreshes and pages of accounts per second over PostgreSQL, with one process and with two.
 * Requests alternate between the processes, which share only the database and the keys.
 */
export function benchAdvocacyLoad(): Promise<Figure[]> {
  return withDatabase(async (databaseUrl) => {
    const processes = await startPatronProcesses(databaseUrl, 2);
    try {
      const { urls } = processes;
      const tokens = await signInAll(urls[0] as string);
      const refreshLanes = tokens.map(refreshLane);
      const figures: Figure[] = [];
      for (const [name, lanes] of [
        ['token refreshes', refreshLanes],
        ['accounts pages', tokens.map(accountsLane)],
      ] as const) {
        const one = await load(
          lanes.map((lane) => () => lane(urls.slice(0, 1))),
          SECONDS,
        );
        const two = await load(
          lanes.map((lane) => () => lane(urls)),
          SECONDS,
        );
        figures.push(...figuresOf(`${name}, one process`, one));
        figures.push(...figuresOf(`${name}, two processes`, two, one));
      }
      return figures;
    } finally {
      await processes.stop();
    }
  });
}

/** Sends one request to one of the processes. */
type Lane = (urls: readonly string[]) => Promise<void>;

async function signInAll(url: string) {
  const tokens = [];
  // One at a time: checking a password takes a whole core.
  for (let lane = 0; lane < LANES; lane++) {
    const tokenResponse = await signInThroughPages(`${url}/api/advocacy`, DEMO_SIGN_IN);
    const { access_token: accessToken, refresh_token: refreshToken = '' } = tokenResponse;
    tokens.push({ accessToken, refreshToken });
  }
  return tokens;
}

/** A session that refreshes its tokens repeatedly; each refresh token works once. */
function refreshLane(session: { refreshToken: string }, index: number): Lane {
  let refreshToken = session.refreshToken;
  let turn = index;
  return async (urls) => {
    const body = new URLSearchParams({
      grant_type: 'refresh_token',
      client_id: 'patron-console',
      refresh_token: refreshToken,
    });
    const response = await request(`${urls[turn++ % urls.length]}/api/advocacy/oauth/token`, {
      method: 'POST',
      headers: FORM,
      body: body.toString(),
    });
    const tokenResponse = tokenResponseSchema.parse(await response.body.json());
    refreshToken = tokenResponse.refresh_token ?? '';
  };
}

function accountsLane({ accessToken }: { accessToken: string }, index: number): Lane {
  let turn = index;
  return async (urls) => {
    const url = `${urls[turn++ % urls.length]}/api/advocacy/v2/teams/1/accounts`;
    const { statusCode, body } = await request(url, {
      headers: { authorization: `Bearer ${accessToken}` },
    });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${url} responded ${statusCode}`);
  };
}

function figuresOf(name: string, measured: Load, one?: Load): Figure[] {
  const against = (key: keyof Load) => one && { name: 'one process', value: one[key] };
  return [
    {
      suite: SUITE,
      name,
      unit: '/s',
      value: measured.perSecond,
      against: against('perSecond'),
    },
    {
      suite: SUITE,
      name: `${name}, p50`,
      unit: 'ms',
      value: measured.p50,
      against: against('p50'),
    },
    {
      suite: SUITE,
      name: `${name}, p99`,
      unit: 'ms',
      value: measured.p99,
      against: against('p99'),
    },
  ];
}
