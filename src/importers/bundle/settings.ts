// A setting with all that it takes over from the ones it is like.
import type { Bundle, BundleSetting } from './format.ts'

/**
 * The fields of the setting `name`, its own before those of the setting that it is like, and so on; protocol parameters one
 * by one. Null where the chain leads in a circle or to a name that isn't there.
 */
export function wholeSetting(settings: Bundle['settings'], name: string): BundleSetting | null {
  const chain: BundleSetting[] = []
  const seen = new Set<string>()
  for (let next: string | undefined = name; next !== undefined; ) {
    const setting: BundleSetting | undefined = Object.hasOwn(settings, next) ? settings[next] : undefined
    if (!setting || seen.has(next)) return null
    seen.add(next)
    chain.unshift(setting)
    next = setting.like
  }
  const whole = chain.reduce<BundleSetting>(
    // A label says what one setting is: it is not taken over.
    ({ label: _, ...base }, own) => ({ ...base, ...own, protocol: { ...base.protocol, ...own.protocol } }),
    { protocol: {} },
  )
  return { ...whole, like: undefined }
}
