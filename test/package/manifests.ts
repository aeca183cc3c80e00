// The formula of Homebrew and the manifest of winget. They name the files at the address where a team keeps them.

interface Offered {
  readonly version: string;
  /** The address of the folder with the files. */
  readonly downloads: string;
  readonly sha256: (file: string) => string;
}

const DESCRIPTION = 'Console for the support staff of a wallet and payments service';

export interface FormulaFiles {
  readonly npm: string;
  readonly linuxX64: string;
  readonly linuxArm64: string | undefined;
}

/** macOS gets the npm package with the launcher that starts Node once; Linux gets the executable. */
export function formulaOf({ version, downloads, sha256 }: Offered, files: FormulaFiles): string {
  const source = (file: string, indent: string): string =>
    [`url "${downloads}/${file}"`, `sha256 "${sha256(file)}"`].map(line => `${indent}${line}\n`).join('');
  const arm =
    files.linuxArm64 === undefined ? '' : `    on_arm do\n${source(files.linuxArm64, '      ')}    end\n`;
  return `class Purser < Formula
  desc "${DESCRIPTION}"
  homepage "${downloads}"
  version "${version}"
  license "MIT"

  on_macos do
${source(files.npm, '    ')}    depends_on "node"
  end

  on_linux do
    on_intel do
${source(files.linuxX64, '      ')}    end
${arm}  end

  def install
    if OS.mac?
      system "npm", "install", *std_npm_args
      bin.install_symlink libexec/"lib/node_modules/purser/purser"
    else
      bin.install Dir["purser-*"].first => "purser"
    end
    generate_completions_from_executable(bin/"purser", "completion")
    (man1/"purser.1").write Utils.safe_popen_read(bin/"purser", "man")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/purser --version")
  end
end
`;
}

const IDENTIFIER = 'Purser.Purser';
const SCHEMA = '1.6.0';

/** The three files of a manifest, by name. */
export function wingetOf({ version, downloads, sha256 }: Offered, file: string): ReadonlyMap<string, string> {
  const yaml = (kind: string, fields: readonly string[]): string =>
    [
      `PackageIdentifier: ${IDENTIFIER}`,
      `PackageVersion: ${version}`,
      ...fields,
      `ManifestType: ${kind}`,
      `ManifestVersion: ${SCHEMA}`,
      '',
    ].join('\n');
  return new Map([
    [`${IDENTIFIER}.yaml`, yaml('version', ['DefaultLocale: en-US'])],
    [
      `${IDENTIFIER}.locale.en-US.yaml`,
      yaml('defaultLocale', [
        'PackageLocale: en-US',
        'Publisher: The Purser authors',
        'PackageName: Purser',
        'License: MIT',
        `ShortDescription: ${DESCRIPTION}`,
      ]),
    ],
    [
      `${IDENTIFIER}.installer.yaml`,
      yaml('installer', [
        'InstallerType: portable',
        'Commands:',
        '- purser',
        'Installers:',
        '- Architecture: x64',
        `  InstallerUrl: ${downloads}/${file}`,
        `  InstallerSha256: ${sha256(file).toUpperCase()}`,
      ]),
    ],
  ]);
}
