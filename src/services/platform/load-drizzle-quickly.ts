import { type ResolveFnOutput, registerHooks } from 'node:module';

const FOLDER = '/node_modules/drizzle-orm/';
const resolved = new Map<string, ResolveFnOutput>();

/**
 * Imported by what starts a process, before anything that imports the database.
 *
 * To find a file and to know its format, Node looks at its package, and each time parses all that the
 * package exports: drizzle-orm exports 170 KB of names, is a hundred files and is imported by as many,
 * which is half a second of each start. What one of its files names by a path is a module as that file
 * is, and what was found once is found there again.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    if (/^\.{1,2}\/.+\.js$/.test(specifier) && parentURL?.includes(FOLDER)) {
      return { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true };
    }
    if (!/^drizzle-orm(\/|$)/.test(specifier) || !context.conditions.includes('import')) {
      return nextResolve(specifier, context);
    }
    const known = resolved.get(specifier) ?? nextResolve(specifier, context);
    resolved.set(specifier, known);
    return { ...known, shortCircuit: true };
  },
});
