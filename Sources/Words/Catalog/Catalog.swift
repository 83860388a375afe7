/// Every word that a face shows, in one language.
///
/// Names that are put into a word come as they are to be seen, and so do keys of the keyboard.
public protocol Catalog: FrameWords, CardWords, ActionWords, SheetWords, MeanwhileWords, PaneWords,
  ChangeWords, PromptWords, ThemeWords, NewsWords, PlainWords, WebWords, Sendable
{
}
