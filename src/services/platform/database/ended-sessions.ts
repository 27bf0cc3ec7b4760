/** Notified with the id of a user some of whose sessions have ended. */
export const ENDED_SESSIONS_CHANNEL = 'ended_sessions';
