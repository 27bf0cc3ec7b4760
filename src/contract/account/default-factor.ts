import { defineEndpoint } from '#contract/endpoint.ts';
import { idTokenParameter, strictQuery } from '#contract/json-api.ts';

/** 404 unless the factor is active and no recovery codes. The path is relative to the account API's base URL. */
export const setDefaultFactor = defineEndpoint({
  id: 'setDefaultFactor',
  method: 'POST',
  path: '/authentication-factors/:authentication_factor_id/default',
  tag: 'Account',
  query: strictQuery(idTokenParameter),
  scope: 'authentication_factors:write',
  firstParty: true,
  stepUp: true,
});
