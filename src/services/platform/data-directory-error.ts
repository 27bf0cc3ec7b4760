/** The data directory can't be used; the message is one line for the person who starts the process. */
export class DataDirectoryError extends Error {}
