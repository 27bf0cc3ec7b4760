/** What the two specifications leave to a service. Each switch is one of those freedoms. */
export interface Switches {
  /**
   * Everything but ids and types: as documented, left out, null, of no content (`""`, `[]`, `{}`, 0),
   * with values that no table lists, or of another JSON type.
   */
  values: 'documented' | 'absent' | 'null' | 'empty' | 'unknown' | 'mistyped';
  /** Names of accounts and boards. */
  names: 'latin' | 'right-to-left';
  /** Relationships: with their linkage, left out, `{}`, or `{data: null}`. */
  relationships: 'linked' | 'absent' | 'empty' | 'null';
  /** Pagination links: with null where there is no page, without those, none, or relative ones. */
  links: 'null' | 'omitted' | 'none' | 'relative';
  /** What ids look like. Long ones are sent as numbers that lose digits in JavaScript. */
  ids: 'integers' | 'dots' | 'slashes' | 'letters' | 'long';
  /** The most items on a page of a JSON:API list, whatever was asked for. */
  maximumPageSize: number;
  /** Dates: as documented, each field in another format, or texts that are no dates. */
  dates: 'documented' | 'mixed' | 'nonsense';
  /** How errors look. */
  errors: 'json-api' | 'plain' | 'html' | 'text' | 'empty';
  /** The first request of each address fails like this. */
  firstRequest: 'succeeds' | '429' | '502';
  /** Every request fails with this status; 0: none does. */
  failWith: number;
  /** Whether a refresh token is replaced when it is used. */
  rotatesTokens: boolean;
  /** Which token responses have a refresh token: all, only that of the sign-in, or none. */
  refreshTokens: 'always' | 'at sign-in' | 'never';
  /** What the token endpoint sends: tokens, a page of a proxy with 502, or one with 200. */
  tokenEndpoint: 'works' | '502' | 'html';
  /** In seconds. */
  tokenLifetime: number;
  /** Scopes that are not granted, of those that are asked for. */
  withheldScopes: readonly string[];
  /** Scopes that end the sign-in with `invalid_scope`. */
  rejectedScopes: readonly string[];
  /** Whether the token response says which scopes were granted. */
  sendsScope: boolean;
  /** The teams of `/v2/me`: included with their names, included without, or only linked. */
  teams: 'named' | 'nameless' | 'titled' | 'linked';
  /** The response to a POST: the resource, the resource without its id, or a page of a proxy. */
  created: 'documented' | 'nameless' | 'html';
  /** The status of a created resource. */
  createdStatus: 200 | 201;
  /** What a wrong password gets from `/oauth/id_token`. */
  wrongPasswordStatus: 400 | 401 | 403 | 422;
  /** Whether a list has an item that nobody can read. */
  hasUnreadableItem: boolean;
}

export const DEFAULT_SWITCHES: Switches = {
  values: 'documented',
  names: 'latin',
  relationships: 'linked',
  links: 'null',
  ids: 'integers',
  maximumPageSize: 1000,
  dates: 'documented',
  errors: 'json-api',
  firstRequest: 'succeeds',
  failWith: 0,
  rotatesTokens: true,
  refreshTokens: 'always',
  tokenEndpoint: 'works',
  tokenLifetime: 3600,
  withheldScopes: [],
  rejectedScopes: [],
  sendsScope: true,
  teams: 'named',
  created: 'documented',
  createdStatus: 201,
  wrongPasswordStatus: 403,
  hasUnreadableItem: false,
};
