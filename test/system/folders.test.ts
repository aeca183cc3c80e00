// The folders of the console's own files.
import { expect, test } from 'vitest';
import { findFolders } from '../../src/system/folders.ts';

test.each([
  [
    { HOME: '/home/a' },
    {
      config: '/home/a/.config/purser',
      state: '/home/a/.local/state/purser',
      heads: '/home/a/.local/share/purser',
    },
  ],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '/x/state', XDG_DATA_HOME: '/x/data' },
    { config: '/x/config/purser', state: '/x/state/purser', heads: '/x/data/purser' },
  ],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: '/x', PURSER_CONFIG_DIR: '/own/c', PURSER_STATE_DIR: '/own/s' },
    { config: '/own/c', state: '/own/s', heads: '/home/a/.local/share/purser' },
  ],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '', PURSER_STATE_DIR: '' },
    {
      config: '/home/a/.config/purser',
      state: '/home/a/.local/state/purser',
      heads: '/home/a/.local/share/purser',
    },
  ],
  // The heads are never inside the state folder.
  [
    { HOME: '/home/a', PURSER_CONFIG_DIR: '/own/c', PURSER_STATE_DIR: '/home/a' },
    { config: '/own/c', state: '/home/a', heads: '/own/c' },
  ],
  [
    { PURSER_STATE_DIR: '/x/purser', XDG_DATA_HOME: '/x', PURSER_CONFIG_DIR: '/x/purser/c' },
    { config: '/x/purser/c', state: '/x/purser' },
  ],
  [{ PURSER_CONFIG_DIR: '/own' }, { config: '/own', heads: '/own' }],
  [{ HOME: '' }, {}],
  [{ HOME: 'relative' }, {}],
  [{}, {}],
])('the folders follow from the variables %j', (variables, folders) => {
  expect(findFolders(variables)).toEqual(folders);
});
