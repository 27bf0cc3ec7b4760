import { createContext } from 'react';

/** The names of those who can give the user more access; empty if they aren't known. */
export const Administrators = createContext<readonly string[]>([]);
