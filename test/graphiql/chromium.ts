// Finds a Chromium and opens pages in it that can reach nothing but this machine
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The path of a Chromium: CHROMIUM_PATH if set, else the first usual place that exists; undefined if none does. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...places].find((path) => path && existsSync(path))
}

/** A headless browser that resolves no host name and does nothing on its own in the background. */
export function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}
