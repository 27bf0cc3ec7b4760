import * as z from 'zod/mini';
import { pageSearch } from '#console/api/page-search.ts';

/** The state of the boards page in the URL. */
export const boardsSearchSchema = z.object(pageSearch);
