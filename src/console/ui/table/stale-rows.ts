import { createContext, useContext } from 'react';

/** Whether the rows of a list are those of the previous filter, order or page. */
export const StaleRowsContext = createContext(false);

export const useIsStale = () => useContext(StaleRowsContext);
