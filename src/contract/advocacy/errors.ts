// Codes of the error objects that clients act on (advocacy.md, Errors; decisions.md, 8).

/** The id_token is missing or invalid: confirming the password again helps. */
export const STEP_UP_REQUIRED_CODE = '403';

/** Every other 403: the scope, the role or the state forbids it, and asking again doesn't help. */
export const FORBIDDEN_CODE = '4030000';
