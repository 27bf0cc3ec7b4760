import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint } from '#contract/endpoint.ts';
import { createResponseSerializer, type ResponseChecks } from './response-checks.ts';
import { createServer } from './server.ts';

const getNote = defineEndpoint({
  id: 'getNote',
  method: 'GET',
  path: '/note',
  tag: 'Notes',
  params: z.object({}),
  query: z.object({}),
  response: z.object({ text: z.string(), pages: z.optional(z.int()) }),
});

/** Requests responses one after another, and collects the errors in the log. */
async function requestAll(responseChecks: ResponseChecks, responses: readonly unknown[]) {
  const errors: string[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).msg) });
  const server = createServer(log, { responseChecks });
  onTestFinished(() => server.close());
  const serialize = createResponseSerializer(server, getNote);
  const remaining = [...responses];
  server.get(getNote.path, async (request, reply) =>
    reply.type('application/json').send(serialize(remaining.shift(), request.log)),
  );
  const received = [];
  for (const _ of responses) {
    const { statusCode, body } = await server.inject(getNote.path);
    received.push({ statusCode, body: JSON.parse(body) });
  }
  return { received, errors };
}

const VALID = { text: 'Hello', pages: undefined };
const INVALID = { text: 1 };
const EXTRA = { text: 'Hello', secret: 'x' };

test('checks of all responses reject values and fields that are not in the contract', async () => {
  const { received } = await requestAll('all', [VALID, INVALID, EXTRA]);
  expect(received.map(({ statusCode }) => statusCode)).toEqual([200, 500, 500]);
});

test('checks of a sample log the first and each hundredth difference, and send the response', async () => {
  const responses = [EXTRA, ...Array.from({ length: 99 }, () => INVALID), INVALID];
  const { received, errors } = await requestAll('sample', responses);
  expect(received.map(({ body }) => body)).toEqual(responses);
  const prefix = 'The response of GET /note differs from the contract: ';
  expect(errors).toEqual([
    `${prefix}it has fields that are not in it`,
    `${prefix}text: invalid_type`,
  ]);
});
