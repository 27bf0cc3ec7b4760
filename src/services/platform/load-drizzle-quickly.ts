import { registerHooks } from 'node:module';

const DRIZZLE = '/node_modules/drizzle-orm/';

/**
 * Imported by what starts a process, before anything that imports the database.
 *
 * To know the format of a file, Node looks at its package, and each time parses all that the package
 * exports: drizzle-orm exports 170 KB of names and is a hundred files, which is half a second of each
 * start. What one of its files names by a path is a module as that file is, and needs no look.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL } = context;
    const isWithin = /^\.{1,2}\/.+\.js$/.test(specifier) && parentURL?.includes(DRIZZLE);
    return isWithin
      ? { url: new URL(specifier, parentURL).href, format: 'module', shortCircuit: true }
      : nextResolve(specifier, context);
  },
});
