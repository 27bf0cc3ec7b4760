import { errors, request } from 'undici';
import * as z from 'zod/mini';
import { getCurrentUser, userSchema } from '#contract/advocacy/users.ts';
import { documentOf, JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import type { GatewayUser } from '#services/gateway/dependencies.ts';
import { readAtMost } from '#services/gateway/read-at-most.ts';
import { errorResponse, forbidden, unauthorized } from '#services/platform/json-api/errors.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

// Only what is needed here; the rest of the user may have any shape.
const emailSchema = z.looseObject({ attributes: z.looseObject({ email: z.string() }) });
const currentUserSchema = documentOf(z.pick(userSchema, { id: true, relationships: true }));

/** A user of an external advocacy service, and their teams. */
export interface UserTeams {
  user: GatewayUser;
  teamIds: ReadonlySet<number>;
}

/**
 * Requests the teams of the user that an access token belongs to. Redirects are not followed,
 * because they would send the token to another server.
 * @throws {JsonApiError} 401 and 403 from the service; 502 and 504 if it gives no usable response
 */
export async function fetchUserTeams(baseUrl: string, accessToken: string): Promise<UserTeams> {
  const { status, text } = await call(
    `${baseUrl.replace(/\/$/, '')}${getCurrentUser.path}?include=teams`,
    accessToken,
  );
  if (status === 401) throw unauthorized();
  if (status === 403) throw forbidden("The access token can't be used to read the user's teams.");
  if (status !== 200) throw badGateway(`responded with ${status}`);
  const user = z.safeParse(currentUserSchema, tryParseJson(text));
  if (!user.success) throw badGateway('responded with something other than a user');
  const { data, included = [] } = user.data;
  const teams = data.relationships?.teams?.data ?? included.filter(({ type }) => type === 'team');
  const email = z.safeParse(emailSchema, data);
  const name = email.success ? email.data.attributes.email : `User ${data.id}`;
  return {
    user: { id: data.id, name },
    teamIds: new Set(teams.filter(({ id }) => /^\d{1,15}$/.test(id)).map(({ id }) => Number(id))),
  };
}

async function call(url: string, accessToken: string): Promise<{ status: number; text: string }> {
  try {
    const response = await request(url, {
      headers: { authorization: `Bearer ${accessToken}`, accept: JSON_API_MEDIA_TYPE },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = await readAtMost(response.body, MAX_RESPONSE_BYTES);
    return { status: response.statusCode, text: body.toString() };
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError';
    if (isTimeout || error instanceof errors.ConnectTimeoutError) {
      throw errorResponse(504, { detail: "The advocacy service didn't respond in time." });
    }
    throw badGateway("can't be reached", error);
  }
}

function badGateway(reason: string, cause?: unknown) {
  return errorResponse(502, { detail: `The advocacy service ${reason}.`, cause });
}
