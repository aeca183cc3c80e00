// Vitest runs this before each file of test/e2e, so that the oracles follow every case of every file of a worker.

import { afterEach } from 'vitest';
import { endCase } from './case.ts';

afterEach(({ task }) => endCase(task));
