import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll } from 'vitest';
import * as z from 'zod/mini';
import { defineEndpoint, integerParams } from '#contract/endpoint.ts';
import {
  createDocument,
  documentOf,
  JSON_API_MEDIA_TYPE,
  noParams,
  strictQuery,
  updateDocument,
} from '#contract/json-api.ts';
import { createServer } from '#services/platform/http/server.ts';
import { forbidden, notFound, unauthorized } from '#services/platform/json-api/errors.ts';
import { registerJsonApi } from '#services/platform/json-api/json-api.ts';
import { registerOperation } from '#services/platform/json-api/operation.ts';
import { silentLog } from './silent-log.ts';

const noteSchema = z.object({
  id: z.string(),
  type: z.string(),
  attributes: z.unknown(),
  links: z.unknown(),
});
const attributes = z.object({ text: z.string().check(z.minLength(1)), pages: z.optional(z.int()) });

const createNote = defineEndpoint({
  id: 'createNote',
  method: 'POST',
  path: '/notes',
  tag: 'Notes',
  params: noParams,
  query: strictQuery({ draft: z.optional(z.enum(['yes', 'no'])) }),
  body: createDocument('note', attributes),
  bodyMaxBytes: 4 * 1024,
  status: 201,
  response: documentOf(noteSchema),
});
const updateNote = defineEndpoint({
  ...createNote,
  id: 'updateNote',
  method: 'PATCH',
  path: '/notes/:note_id',
  params: integerParams(['note_id']),
  body: updateDocument('note', attributes),
  bodyMaxBytes: 4 * 1024,
  status: 200,
});

interface NoteRequest {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

interface NoteResponse {
  status: number;
  headers: Headers;
  body: ReturnType<typeof JSON.parse>;
}

/** A JSON:API document with the given data. */
export const toDocument = (data: unknown) => JSON.stringify({ data });

/** The body of a valid request to create a note. */
export const VALID_NOTE = toDocument({ type: 'note', attributes: { text: 'Hello' } });

/**
 * Runs a small JSON:API of notes for the tests of a file: POST /notes, and PATCH /notes/1. The token
 * `reader` may not write.
 */
export function setUpNotesApi() {
  const server: FastifyInstance = createServer(silentLog);
  let url: string;

  beforeAll(async () => {
    await server.register(registerNotesApi);
    await server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  /** Sends a request as a writer, by default `POST /notes`. */
  async function send({
    method = 'POST',
    path = '/notes',
    headers = {},
    body,
  }: NoteRequest): Promise<NoteResponse> {
    const response = await fetch(url + path, {
      method,
      headers: {
        authorization: 'Bearer writer',
        'content-type': JSON_API_MEDIA_TYPE,
        ...headers,
      },
      ...(body === undefined ? {} : { body: body as string }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: text === '' ? undefined : JSON.parse(text),
    };
  }

  return { server, send };
}

async function registerNotesApi(app: FastifyInstance): Promise<void> {
  const rejectOtherMethods = registerJsonApi(app);
  const note = (id: string, given: unknown) => ({
    data: {
      id,
      type: 'note',
      attributes: given,
      links: { self: `http://localhost/notes/${id}` },
    },
  });
  registerOperation(app, createNote, {
    authorize: async ({ headers }) => {
      if (!headers.authorization) throw unauthorized();
      if (headers.authorization === 'Bearer reader') throw forbidden('Reads only.');
    },
    handle: async ({ body }) => note('1', body.data.attributes),
  });
  registerOperation(app, updateNote, {
    authorize: async ({ params }) => {
      if ((params as { note_id: string }).note_id !== '1') throw notFound();
    },
    handle: async ({ body, params }) => note(params.note_id, body.data.attributes),
  });
  app.get('/broken', async () => {
    throw new Error('password=hunter2');
  });
  rejectOtherMethods();
}
