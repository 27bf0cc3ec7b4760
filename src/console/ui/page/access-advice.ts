import { createContext } from 'react';

/** How a user gets more access: "Ask Ana or Ben (administrators)." */
export const AccessAdvice = createContext('Ask an administrator.');
