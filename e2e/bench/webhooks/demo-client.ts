import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import type { Job, JobState } from '#contract/gateway/job.ts';
import { signInThroughPages } from '#services/advocacy/testing/sign-in-through-pages.ts';
import { DEMO_SIGN_IN } from '#services/demo/seed/advocacy/users.ts';
import { DEMO_PROGRAMS } from '#services/demo/seed/loyalty/demo-programs.ts';

/** Requests of the demo's administrator for a team, and of its program's owner. */
export interface DemoClient {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: object): Promise<Body>;
  /** Uploads a file of members. */
  upload(csv: string): Promise<{ data: Job }>;
  /** @returns the job when it is in that state */
  waitForJob(job: Job, state: JobState): Promise<Job>;
  addMember(memberId: string, attributes: object): Promise<void>;
  /**
   * Adds webhooks until the program has as many as it may have; some belong to an inbox.
   * @returns how many it added
   */
  addWebhooks(url: string): Promise<number>;
  /** Sends an event about each member. */
  enterCampaign(memberIds: readonly string[]): Promise<void>;
}

/** As many as a program may have. */
const WEBHOOKS = 20;
const WAITING: readonly string[] = ['checking', 'checked', 'queued', 'running'];
const POLL_MS = 50;

export async function createClient(url: string, teamId: 1 | 2): Promise<DemoClient> {
  const advocacy = `${url}/api/advocacy`;
  const { access_token: accessToken } = await signInThroughPages(advocacy, DEMO_SIGN_IN);
  const authorization = { authorization: `Bearer ${accessToken}` };
  const confirmed = await request(`${advocacy}/oauth/id_token`, {
    method: 'POST',
    headers: { ...authorization, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ password: DEMO_SIGN_IN.password }).toString(),
  });
  const { id_token: idToken } = (await confirmed.body.json()) as { id_token: string };

  const program = DEMO_PROGRAMS.find((each) => each.teamId === teamId);
  const { partnerId = '', apiKey = '' } = program ?? {};

  async function sendToProgram(path: string, headers: Record<string, string>, data: object) {
    const { statusCode, body } = await request(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(data),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${path}: ${statusCode}: ${text.slice(0, 300)}`);
  }

  async function send<Body>(method: 'GET' | 'POST', path: string, data?: object | string) {
    const isFile = typeof data === 'string';
    // What takes a body may ask for the password.
    const query = data === undefined || isFile ? '' : `?id_token=${idToken}`;
    const type = isFile ? 'text/csv' : 'application/json';
    const { statusCode, body } = await request(`${url}/gateway/teams/${teamId}${path}${query}`, {
      method,
      headers: data ? { ...authorization, 'content-type': type } : authorization,
      ...(data && { body: isFile ? data : JSON.stringify(data) }),
    });
    const text = await body.text();
    if (statusCode >= 300)
      throw new Error(`${method} ${path}: ${statusCode}: ${text.slice(0, 300)}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    upload: (csv) => send('POST', '/jobs/import', csv),
    async waitForJob({ id }, state) {
      for (;;) {
        const { data: job } = await send<{ data: Job }>('GET', `/jobs/${id}`);
        if (job.state === state) return job;
        if (!WAITING.includes(job.state)) throw new Error(JSON.stringify(job));
        await sleep(POLL_MS);
      }
    },
    async addWebhooks(receiver) {
      const { data } = await send<{ data: unknown[] }>('GET', '/program/webhooks');
      for (let number = data.length; number < WEBHOOKS; number++) {
        await send('POST', '/program/webhooks', { url: `${receiver}/${number}` });
      }
      return WEBHOOKS - data.length;
    },
    addMember(memberId, attributes) {
      const credentials = { 'api-key': apiKey, 'partner-id': partnerId };
      const member = { member_id: memberId, custom_attributes: JSON.stringify(attributes) };
      return sendToProgram('/api/loyalty/v2/loyalty/members', credentials, member);
    },
    enterCampaign(memberIds) {
      const campaign = { member_ids: memberIds, campaign_name: 'Bench', partner_id: partnerId };
      return sendToProgram('/demo/loyalty/campaign-entered', {}, campaign);
    },
  };
}
