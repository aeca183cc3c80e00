// The folders of the console's own files.
import { expect, test } from 'vitest';
import { findFolders } from '../../src/system/folders.ts';

test.each([
  [{ HOME: '/home/a' }, { config: '/home/a/.config/purser', state: '/home/a/.local/state/purser' }],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: '/x/config', XDG_STATE_HOME: '/x/state' },
    { config: '/x/config/purser', state: '/x/state/purser' },
  ],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: '/x', PURSER_CONFIG_DIR: '/own/c', PURSER_STATE_DIR: '/own/s' },
    { config: '/own/c', state: '/own/s' },
  ],
  [
    { HOME: '/home/a', XDG_CONFIG_HOME: 'relative', XDG_STATE_HOME: '', PURSER_STATE_DIR: '' },
    { config: '/home/a/.config/purser', state: '/home/a/.local/state/purser' },
  ],
  [{ PURSER_CONFIG_DIR: '/own' }, { config: '/own' }],
  [{ HOME: '' }, {}],
  [{ HOME: 'relative' }, {}],
  [{}, {}],
])('the folders follow from the variables %j', (variables, folders) => {
  expect(findFolders(variables)).toEqual(folders);
});
