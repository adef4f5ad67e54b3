// The subject in the tab's title and in the view's heading.
class Title {
  text = $state('')
}
export const title = new Title()
