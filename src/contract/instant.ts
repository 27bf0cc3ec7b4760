import * as z from 'zod/mini';
import { limitedString } from './text.ts';

const INSTANT = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/;

/** An ISO 8601 time in UTC, on a day that exists in the years 0001 to 9999. */
export const instantSchema = limitedString(40).check(
  z.refine(
    (text) => {
      const moment = new Date(INSTANT.test(text) ? text : Number.NaN);
      return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10));
    },
    { error: 'Must be a time such as 2026-01-31T12:00:00.000Z' },
  ),
);
