/** The data directory can't be used; the message is one line for the person who starts the process. */
export class DataDirectoryError extends Error {}

/** Another process has the embedded database. */
export class DataDirectoryInUseError extends DataDirectoryError {}
