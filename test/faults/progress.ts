// Says on standard error how far the tests are: one line that changes, or without a terminal a line now and then.
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const CLEAR_LINE = '\r\u001b[K';
/** In ms. */
const APART = { terminal: 200, otherwise: 15_000 } as const;

export default class Progress implements Reporter {
  readonly #part = process.env['PURSER_FAULTS_PART'] ?? 'tests';
  readonly #begun = performance.now();
  #files = 0;
  #filesDone = 0;
  #tests = 0;
  #failed = 0;
  #said = 0;

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#files = specifications.length;
    this.#say(true);
  }

  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    if (state !== 'skipped') this.#tests++;
    if (state === 'failed') this.#failed++;
    this.#say();
  }

  onTestModuleEnd(_module: TestModule): void {
    this.#filesDone++;
    this.#say();
  }

  onTestRunEnd(): void {
    this.#say(true);
    if (process.stderr.isTTY) process.stderr.write('\n');
  }

  #say(now = false): void {
    const watched = process.stderr.isTTY;
    const at = performance.now();
    if (!now && at - this.#said < (watched ? APART.terminal : APART.otherwise)) return;
    this.#said = at;
    const seconds = Math.round((at - this.#begun) / 1000);
    const failed = this.#failed > 0 ? `, ${this.#failed} failed` : '';
    const text = `${this.#part}: ${this.#filesDone} of ${this.#files} files, ${this.#tests} tests${failed}, ${seconds} s`;
    process.stderr.write(watched ? `${CLEAR_LINE}${text}` : `${text}\n`);
  }
}
